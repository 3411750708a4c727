import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { BulkBar } from '../list/row-parts.tsx';
import type { useBulk } from './useBulk.ts';

type Props = { bulk: ReturnType<typeof useBulk>; posts: readonly Post[]; timeZone: string };

const nothing = (): void => undefined;

/** What an action on several posts was refused, where no list shows it: an undo may outlive the list. */
export function BulkRefusal({ bulk, posts, timeZone }: Props) {
  if (!bulk.hasRefusal) return null;
  return (
    <BulkBar
      bulk={bulk}
      chosen={[]}
      selectable={0}
      posts={posts}
      timeZone={timeZone}
      onAct={nothing}
      onAll={nothing}
      onClear={bulk.dismiss}
    />
  );
}
