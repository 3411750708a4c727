/** Why a post failed and what to do next; the code comes last, in small type. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { failureText } from './failure.rules.ts';
import styles from './publishing.module.css';

export function FailureNote({ post }: { post: Pick<Post, 'errorCode' | 'errorMessage'> }) {
  return (
    <p className={styles.note}>
      {failureText(post)}
      {post.errorCode ? <code className={styles.code}>{post.errorCode}</code> : null}
    </p>
  );
}
