/** Why a post failed, in words, and what to do next; the code comes last and small. */
import type { Post } from '@drumbeat/contract/posts.ts';
import styles from './FailureNote.module.css';
import { failureOf } from './failure.rules.ts';

export function FailureNote({ post }: { post: Pick<Post, 'errorCode' | 'errorMessage'> }) {
  const { what, next } = failureOf(post);
  return (
    <p className={styles.note}>
      {what} <span className={styles.next}>{next}</span>
      {post.errorCode ? <code className={styles.code}>{post.errorCode}</code> : null}
    </p>
  );
}
