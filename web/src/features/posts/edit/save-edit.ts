import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { postsStrings } from '../posts.strings.ts';

const TRIES = 3;
const WAIT_MS = 1_000;
const SAME_TIME_MS = 60_000;

export type Edit = {
  content: string;
  scheduledTime: string;
  scheduledTimeLocal: string;
  /** Set once the person has confirmed a text that is like another post. */
  acceptSimilar?: true;
};

/** What saving depends on; tests pass their own. */
export type SaveParts = {
  /** Resolves to the saved post, or to `not-found` if the server does not know the post. */
  put: (id: string, edit: Edit) => Promise<Post | 'not-found'>;
  refresh: () => Promise<readonly Post[]>;
  wait: (ms: number) => Promise<void>;
};

function isSame(post: Post, original: Post): boolean {
  const apart = Math.abs(Date.parse(post.scheduledTime) - Date.parse(original.scheduledTime));
  return post.content === original.content && apart <= SAME_TIME_MS;
}

/** Throws if the list on screen no longer contains the post being edited. */
export function requireListed(posts: readonly Post[] | undefined, original: Post): void {
  if (!posts?.some((post) => post.id === original.id)) throw new Error(postsStrings.notInList);
}

/**
 * Saves an edit. If the server no longer knows the id (the list was replaced meanwhile), finds the post by
 * its old text and time, in up to 3 attempts one second apart, and saves the edit under its new id.
 */
export async function saveEdit(original: Post, edit: Edit, parts: SaveParts): Promise<Post> {
  let id = original.id;
  for (let retry = 0; ; retry += 1) {
    const saved = await parts.put(id, edit);
    if (saved !== 'not-found') return saved;
    if (retry === TRIES) throw new Error(postsStrings.notInDatabase);
    if (retry > 0) await parts.wait(WAIT_MS);
    const posts = await parts.refresh();
    id = posts.find((post) => isSame(post, original))?.id ?? id;
  }
}
