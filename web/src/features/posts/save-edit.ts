import type { Post } from '@drumbeat/contract/posts.ts';
import { postsStrings } from './posts.strings.ts';

const TRIES = 3;
const WAIT_MS = 1_000;
const SAME_TIME_MS = 60_000;

export type Edit = {
  content: string;
  scheduledTime: string;
  scheduledTimeLocal: string;
  /** The person was asked whether a text like another post is meant. */
  acceptSimilar?: true;
};

/** What saving needs; tests pass their own. */
export type SaveParts = {
  /** Resolves to the saved post, or to `not-found` where the server knows no such post. */
  put: (id: string, edit: Edit) => Promise<Post | 'not-found'>;
  refresh: () => Promise<readonly Post[]>;
  wait: (ms: number) => Promise<void>;
};

function isSame(post: Post, original: Post): boolean {
  const apart = Math.abs(Date.parse(post.scheduledTime) - Date.parse(original.scheduledTime));
  return post.content === original.content && apart <= SAME_TIME_MS;
}

/** Throws where the list on screen no longer has the post that is being edited. */
export function requireListed(posts: readonly Post[] | undefined, original: Post): void {
  if (!posts?.some((post) => post.id === original.id)) throw new Error(postsStrings.notInList);
}

/**
 * Saves an edit. Where the server no longer knows the id (the list was replaced meanwhile), the post is looked for by
 * its old text and time, up to 3 times with a second between, and the edit goes to the id that it has now.
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
