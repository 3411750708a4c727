/** A post's status with its details: how often it was tried, why it waits, and its link on X. */
import type { Post } from '@drumbeat/contract/posts.ts';
import { ArrowUpRight } from 'lucide-react';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { holdWords } from './failure.rules.ts';
import styles from './PostState.module.css';

function failedLabel(retryCount: number): string {
  if (retryCount === 0) return 'Failed';
  return `Failed (${retryCount} ${retryCount === 1 ? 'retry' : 'retries'})`;
}

export function PostState({ post }: { post: Post }) {
  const isHeld = post.status === 'Pending' && post.holdReason !== null;
  return (
    <span className={styles.state}>
      {post.status === 'Failed' ? (
        <StatusBadge status="Failed" label={failedLabel(post.retryCount)} />
      ) : (
        <StatusBadge status={post.status} />
      )}
      {isHeld && post.holdReason ? <span className={styles.hold}>{holdWords[post.holdReason]}</span> : null}
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
