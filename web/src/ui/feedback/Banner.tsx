/**
 * A one-line message across the top of the content. With an `id` it can be closed for the rest of the session.
 *
 *     <Banner id="trial" tone="info" action={<a href={…}>See plans</a>}>Your trial ends on Friday.</Banner>
 */
import { Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { dismissBanner, useDismissed } from './dismissed.ts';
import styles from './feedback.module.css';

type Props = { id?: string; tone?: 'info' | 'warning'; action?: ReactNode; children: ReactNode };

export function Banner({ id, tone = 'info', action, children }: Props) {
  const dismissed = useDismissed(id ?? '');
  if (id && dismissed) return null;
  const Icon = tone === 'warning' ? TriangleAlert : Info;
  return (
    <div className={styles.bannerBanner} data-tone={tone} role="status">
      <Icon size={18} aria-hidden className={styles.bannerIcon} />
      <div className={styles.bannerWords}>{children}</div>
      {action ? <div className={styles.action}>{action}</div> : null}
      {id ? (
        <button
          type="button"
          className={styles.bannerClose}
          onClick={() => dismissBanner(id)}
          aria-label="Dismiss"
        >
          <X size={16} aria-hidden />
        </button>
      ) : null}
    </div>
  );
}
