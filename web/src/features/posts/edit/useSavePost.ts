import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { ApiError, describeError, requestIdOf } from '../../../api/errors.ts';
import { queryClient, useCurrentUser } from '../../../api/query.ts';
import { dropDraft } from '../../../base/keep.ts';
import { notify } from '../../../ui/feedback/toasts.ts';
import { postsQuery, replacePost } from '../../post/posts.query.ts';
import { postsStrings } from '../posts.strings.ts';
import { toWallClock } from '../wall-clock.rules.ts';
import { editDraftName } from './edit-draft.ts';
import { similarOf } from './similar.rules.ts';

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

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function put(id: string, edit: Partial<Edit>): Promise<Post> {
  return (await call('PUT /api/posts/:id', { params: { id }, body: edit })).post;
}

function savePartsFor(accountId: string | undefined): SaveParts {
  return {
    wait,
    put: async (id, edit) => {
      try {
        return await put(id, edit);
      } catch (error) {
        if (isNotFound(error)) return 'not-found';
        throw error;
      }
    },
    refresh: async () => (await queryClient.fetchQuery({ ...postsQuery(accountId), staleTime: 0 })).posts,
  };
}

/** Why a save failed, as text. */
export function saveFailureText(error: Error): string {
  const own: readonly string[] = [postsStrings.notInList, postsStrings.notInDatabase];
  return own.includes(error.message) ? error.message : postsStrings.saveFailed(error.message);
}

/** The edit that reverts an edit; a time that has passed meanwhile is kept as it is. */
function undoOf(before: Post, now: number, timeZone: string): Partial<Edit> {
  // The earlier text needs no confirmation.
  const words = { content: before.content, acceptSimilar: true } as const;
  const time = Date.parse(before.scheduledTime);
  if (!(time > now)) return words;
  return {
    ...words,
    scheduledTime: before.scheduledTime,
    scheduledTimeLocal: `${toWallClock(time, timeZone)}:00`,
  };
}

async function undo(id: string, before: Post, timeZone: string): Promise<void> {
  try {
    replacePost(id, await put(id, undoOf(before, Date.now(), timeZone)));
    notify.success(postsStrings.undone);
  } catch (error) {
    const reason = describeError(error, postsStrings.tryAgain);
    notify.error(postsStrings.notUndone(reason), { requestId: requestIdOf(error) });
  }
}

/** Saves an edit in the list of one account. The toast offers an undo. */
export function useSavePost(accountId: string | undefined, timeZone: string) {
  const { id: person } = useCurrentUser();
  return useMutation({
    mutationFn: async ({ original, edit }: { original: Post; edit: Edit }) => {
      requireListed(queryClient.getQueryData(postsQuery(accountId).queryKey)?.posts, original);
      return saveEdit(original, edit, savePartsFor(accountId));
    },
    onSuccess: (post, { original }) => {
      dropDraft({ person, name: editDraftName(original.id) });
      replacePost(original.id, post);
      notify.success(postsStrings.saved, {
        action: { label: postsStrings.undo, press: () => void undo(post.id, original, timeZone) },
      });
    },
    // A question is shown only in the editor.
    onError: (error) => {
      if (similarOf(error) === null) notify.error(saveFailureText(error), { requestId: requestIdOf(error) });
    },
  });
}
