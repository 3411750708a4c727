/** A post's status with its details: number of attempts, why it waits, and its link on X. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { ArrowUpRight, Pause } from 'lucide-react';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { failureText, heldText } from './failure.rules.ts';
import styles from './publishing.module.css';

/** Why a post failed and what to do next; the code comes last, in small type. */
export function FailureNote({ post }: { post: Pick<Post, 'errorCode' | 'errorMessage'> }) {
  return (
    <p className={styles.note}>
      {failureText(post)}
      {post.errorCode ? <code className={styles.code}>{post.errorCode}</code> : null}
    </p>
  );
}

function failedLabel(retryCount: number): string {
  if (retryCount === 0) return 'Failed';
  return `Failed (${retryCount} ${retryCount === 1 ? 'retry' : 'retries'})`;
}

/** The usual status needs no chip: just a dot and a word. */
function Waiting({ held, isPaused }: { held: string | null; isPaused: boolean }) {
  if (isPaused) {
    return (
      <span className={styles.paused}>
        <Pause size={13} aria-hidden />
        Paused
      </span>
    );
  }
  return (
    <span className={styles.pending} data-status="Pending">
      <span className={styles.dot} aria-hidden />
      <span className={styles.word}>Pending</span>
      {held ? (
        <span className={styles.held} data-tip={held}>
          <Pause size={13} aria-hidden />
          <span className="visually-hidden">{held}</span>
        </span>
      ) : null}
    </span>
  );
}

/** `limitedUntil` is when X accepts the account's posts again (ISO); posts due after it are not held. */
export function PostState({ post, limitedUntil = null }: { post: Post; limitedUntil?: string | null }) {
  return (
    <span className={styles.state}>
      {post.status === 'Pending' ? (
        <Waiting held={heldText(post, limitedUntil)} isPaused={post.isPaused} />
      ) : null}
      {post.status === 'Failed' ? <StatusBadge status="Failed" label={failedLabel(post.retryCount)} /> : null}
      {post.status === 'Processing' || post.status === 'Posted' ? <StatusBadge status={post.status} /> : null}
      {post.status === 'Posted' && post.tweetUrl ? (
        <a className={styles.link} href={post.tweetUrl} target="_blank" rel="noopener noreferrer">
          View on X
          <ArrowUpRight size={14} aria-hidden />
          <span className="visually-hidden">(opens in a new tab)</span>
        </a>
      ) : null}
    </span>
  );
}
