/** A post in full, with its history. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { useQuery } from '@tanstack/react-query';
import { describeError, requestIdOf } from '../../../api/errors.ts';
import { queryOf } from '../../../api/query.ts';
import { ErrorBox } from '../../../ui/feedback/ErrorBox.tsx';
import { Skeleton, Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { momentText } from '../../../ui/time/time.ts';
import styles from './list.module.css';

export function PostHistory({ post, timeZone }: { post: Pick<Post, 'id' | 'content'>; timeZone: string }) {
  const history = useQuery({
    ...queryOf('GET /api/posts/:id/timeline', { params: { id: post.id } }),
    staleTime: 0,
  });
  return (
    <div className={styles.history}>
      <p className={styles.words}>{post.content}</p>
      {history.error ? (
        <ErrorBox
          what="The history could not be loaded."
          message={describeError(history.error, 'Please try again in a moment.')}
          requestId={requestIdOf(history.error)}
          onRetry={() => void history.refetch()}
        />
      ) : null}
      {history.isPending ? (
        <Skeletons label="Loading the history">
          <Skeleton width={280} height={16} />
        </Skeletons>
      ) : null}
      {history.data ? (
        <ol className={styles.events} aria-label="History">
          {history.data.events.map((event, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two events may be equal, and the list only grows
            <li key={index} data-kind={event.kind}>
              <time dateTime={event.at}>{momentText(Date.parse(event.at), timeZone, Date.now())}</time>
              <span>{event.text}</span>
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  );
}
