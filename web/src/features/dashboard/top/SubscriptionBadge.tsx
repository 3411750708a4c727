/** Shows status, plan and 'Upgrade' in turn; it stops while hovered and with reduced motion. */
import type { User } from '@drumbeat/contract/users/users.ts';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../base/paths.ts';
import { badgeTexts, UPGRADE } from './badge.rules.ts';
import styles from './top.module.css';

/** How long each text stays (DASH-09). */
export const BADGE_MS = 6_000;

export function SubscriptionBadge({ user }: { user: User }) {
  const texts = badgeTexts(user);
  const count = texts.length;
  const [turn, setTurn] = useState(0);
  const badge = useRef<HTMLAnchorElement>(null);
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false });
  useEffect(() => {
    if (isStill) return;
    const timer = setInterval(() => {
      if (!badge.current?.matches(':hover, :focus')) setTurn((now) => (now + 1) % count);
    }, BADGE_MS);
    return () => clearInterval(timer);
  }, [count, isStill]);
  return (
    <Link
      ref={badge}
      to={texts.includes(UPGRADE) ? paths.products : paths.subscription}
      className={styles.badge}
      aria-label={`Subscription: ${texts.join(', ')}`}
    >
      {isStill ? (
        <span aria-hidden>{texts.join(' · ')}</span>
      ) : (
        texts.map((text, index) => (
          <span key={text} aria-hidden data-shown={index === turn % count}>
            {text}
          </span>
        ))
      )}
    </Link>
  );
}
