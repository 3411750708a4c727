import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { notify } from '../../../ui/feedback/toasts.ts';
import { dayTimePhrase } from '../../../ui/time/time.ts';
import { insertPost, refreshPosts, settlePosts } from '../../post/posts.query.ts';
import { secondPress } from '../edit/similar.rules.ts';
import { ownPostsStrings as strings } from '../posts.strings.ts';

export type NewPost = {
  key: string;
  content: string;
  /** Null for the next free slot. */
  at: { scheduledTime: string; scheduledTimeLocal: string } | null;
  /** Whether the person was asked about a text that is like another post. */
  wasAsked: boolean;
};
type Target = { accountId: string; source: Post | null; timeZone: string };

async function create(post: NewPost, { accountId, source }: Target): Promise<Post> {
  const { key, content, at, wasAsked } = post;
  const body = { key, content, ...at, ...secondPress(wasAsked) };
  const saved = source
    ? await call('POST /api/posts/:id/duplicate', { params: { id: source.id }, body })
    : await call('POST /api/posts/own', { body: { ...body, twitterAccountId: accountId } });
  return saved.post;
}

/** If an earlier attempt with this key saved something else, updates it to the current input. */
async function mend(saved: Post, { content, at, wasAsked }: NewPost): Promise<Post> {
  const isSameTime = at === null || Date.parse(at.scheduledTime) === Date.parse(saved.scheduledTime);
  if (saved.content === content && isSameTime) return saved;
  const body = { content, ...(isSameTime ? {} : at), ...secondPress(wasAsked) };
  return (await call('PUT /api/posts/:id', { params: { id: saved.id }, body })).post;
}

/** Schedules a new post or a copy of another. */
export function useCreatePost(target: Target) {
  return useMutation({
    mutationFn: async (post: NewPost) => mend(await create(post, target), post),
    onSuccess: (post) => {
      insertPost(post);
      const when = dayTimePhrase(Date.parse(post.scheduledTime), target.timeZone, Date.now());
      notify.success(strings.scheduledFor(when));
    },
    // On an error the post may have been created anyway, with an unknown id, so refetch the lists.
    onSettled: (_post, error) => (error ? refreshPosts() : settlePosts()),
  });
}
