import type { Post } from '@drumbeat/contract/posts.ts';
import { LevelIndicator } from '../../ui/LevelIndicator.tsx';
import { capacityOf, capacityWords } from './capacity.rules.ts';

/** How many of the account's posts are still to go out, including those being sent. */
export function Capacity({ posts }: { posts: readonly Post[] }) {
  const capacity = capacityOf(posts);
  return (
    <LevelIndicator
      label="Posts"
      value={capacity.pending}
      max={capacity.total}
      valueText={capacityWords(capacity)}
    />
  );
}
