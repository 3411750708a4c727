import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { useQuery } from '@tanstack/react-query';
import { LevelIndicator } from '../../../ui/feedback/LevelIndicator.tsx';
import { capacityOf, capacityWords } from '../../post/post-list.rules.ts';
import { postsQuery } from '../../post/posts.query.ts';

/** How many of the account's posts are not published yet, including those being sent. */
export function Capacity({ posts, accountId }: { posts: readonly Post[]; accountId: string }) {
  const { data: outEarlier } = useQuery({
    ...postsQuery(accountId),
    enabled: false,
    select: (list) => list.outEarlier ?? 0,
  });
  const capacity = capacityOf(posts, outEarlier);
  return (
    <LevelIndicator
      label="Posts"
      value={capacity.pending}
      max={capacity.total}
      valueText={capacityWords(capacity)}
    />
  );
}
