import { isTemporaryId, postCan } from '@drumbeat/contract/posts/posts.rules.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';

/** Whether a post can be selected for bulk actions: only posts that can be changed. */
export function isSelectable(post: Post): boolean {
  return postCan.edit(post) && !isTemporaryId(post.id);
}

/** The selected posts; `anchor` is where a range starts. */
export type Selection = { ids: ReadonlySet<string>; anchor: string | null };
export const nothingSelected: Selection = { ids: new Set(), anchor: null };

/** The selection after a click; with `range`, everything since the previous click is selected too. */
export function toggle(before: Selection, id: string, shown: readonly Post[], range: boolean): Selection {
  const ids = new Set(before.ids);
  const order = shown.filter(isSelectable).map((post) => post.id);
  const from = before.anchor === null ? -1 : order.indexOf(before.anchor);
  const to = order.indexOf(id);
  if (range && from >= 0 && to >= 0) {
    for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) ids.add(each);
  } else if (!ids.delete(id)) {
    ids.add(id);
  }
  return { ids, anchor: id };
}

/** The selection without posts that are gone or can no longer be changed. */
export function stillThere(before: Selection, posts: readonly Post[]): Selection {
  const kept = posts.filter((post) => before.ids.has(post.id) && isSelectable(post));
  return kept.length === before.ids.size ? before : { ...before, ids: new Set(kept.map(({ id }) => id)) };
}
