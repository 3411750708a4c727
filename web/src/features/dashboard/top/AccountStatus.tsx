/** The account in one row: connection, handle, subscription, niche, remaining posts, and a test tweet. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { Button } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { CircleCheck, CircleDashed, Send, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../base/paths.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { AccountMenu } from '../../accounts/AccountMenu.tsx';
import { Capacity } from '../../posts/panel/Capacity.tsx';
import { sendTestTweet } from '../../publishing/send-test-tweet.ts';
import { badgeTexts, connectionOf, UPGRADE } from './account-status.rules.ts';
import styles from './top.module.css';

const TestTweetDialog = lazyDialog(
  async () => (await import('../../publishing/TestTweetDialog.tsx')).TestTweetDialog,
);

const icons = {
  good: CircleCheck,
  attention: TriangleAlert,
  bad: TriangleAlert,
  idle: CircleDashed,
} as const;

type Props = {
  user: User;
  accounts: readonly XAccount[];
  account: XAccount | undefined;
  /** Undefined until loaded. */
  posts: readonly Post[] | undefined;
  /** Connects a new account, or reconnects the given one. */
  onConnect: (reconnect?: XAccount) => void;
};

/** How long each text stays (DASH-09). */
export const BADGE_MS = 6_000;

export function AccountStatus({ user, accounts, account, posts, onConnect }: Props) {
  const connection = connectionOf(account);
  const Icon = icons[connection.tone];
  const [testing, setTesting] = useState(false);
  function askToTest(): void {
    if (account && !account.needs_reconnect) setTesting(true);
    else void sendTestTweet(account);
  }
  return (
    <section className={styles.card} aria-label="Account status">
      {account ? (
        <AccountMenu
          accounts={accounts}
          selected={account}
          accountLimit={user.entitlements.accountLimit}
          allPaused={user.postsPaused}
          timeZone={user.timeZone}
          unpublished={posts?.filter(({ status }) => status === 'Pending' || status === 'Failed').length}
          onConnect={onConnect}
          onTestTweet={askToTest}
        />
      ) : null}
      <p className={styles.connection} data-tone={connection.tone}>
        <Icon size={16} aria-hidden />
        {connection.text}
      </p>
      <SubscriptionBadge user={user} />
      <p className={styles.niche}>
        <span className="visually-hidden">Niche: </span>
        {account?.niche ?? user.niche}
      </p>
      {account ? (
        <div className={styles.capacity}>
          {posts ? <Capacity posts={posts} accountId={account.id} /> : null}
        </div>
      ) : null}
      <Button
        variant="default"
        size="sm"
        className={styles.test ?? ''}
        onClick={askToTest}
        aria-label="Send a test tweet"
      >
        <span className={styles.testWords}>
          <Send size={16} aria-hidden />
          <span>Test tweet</span>
        </span>
      </Button>
      <TestTweetDialog account={account} opened={testing} onClose={() => setTesting(false)} />
    </section>
  );
}

/** Shows status, plan and 'Upgrade' in turn; it stops while hovered and with reduced motion. */
function SubscriptionBadge({ user }: { user: User }) {
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
