import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { onlineManager, useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { describeError, requestIdOf } from '../../../api/errors.ts';
import { problemOf } from '../../../api/problem.ts';
import { accountsQuery, invalidate, queryClient, rememberUser, userQuery } from '../../../api/query.ts';
import { useOfflineWait } from '../../../api/useOfflineWait.ts';
import { notify } from '../../../ui/feedback/toasts.ts';
import { insertPost, knownPosts, settlePosts } from '../../post/posts.query.ts';
import { movedPosts, resumedWords } from '../posts.rules.ts';
import { ownPostsStrings as strings } from '../posts.strings.ts';

type Target = { account: XAccount | undefined; user: User };

/** A click on the button, with the account and the user as they were then. */
type Press = Target & { paused: boolean; everything: boolean };

function show({ account, user, paused, everything }: Press): void {
  if (everything || !paused) rememberUser({ ...user, postsPaused: paused });
  queryClient.setQueryData(
    accountsQuery.queryKey,
    (list) =>
      list && {
        accounts: list.accounts.map((one) =>
          one.id === account?.id && !everything ? { ...one, posts_paused: paused } : one,
        ),
      },
  );
}

async function send({ account, user, paused, everything }: Press): Promise<string> {
  const body = everything || !account ? {} : { twitterAccountId: account.id };
  if (paused) return (await call('POST /api/posts/pause', { body })).message;
  // Resume both, so that one click resumes this account's posts whatever paused them.
  if (!everything && user.postsPaused) await call('POST /api/posts/unpause', { body: {} });
  return (await call('POST /api/posts/unpause', { body })).message;
}

/**
 * Pauses and resumes one account or all, shown at once and reverted if refused. Without a connection nothing
 * is shown as done: the call waits (`notYet`) until the connection is back or it is canceled.
 */
export function usePause({ account, user }: Target) {
  const toggle = useMutation({
    mutationFn: send,
    onMutate: async (press) => {
      const posts = knownPosts();
      if (!onlineManager.isOnline()) return { posts };
      await Promise.all([
        queryClient.cancelQueries({ queryKey: accountsQuery.queryKey }),
        queryClient.cancelQueries({ queryKey: userQuery.queryKey }),
      ]);
      const accounts = queryClient.getQueryData(accountsQuery.queryKey);
      show(press);
      return { posts, accounts };
    },
    onSuccess: async (message, { paused, user: { timeZone } }, { posts }) => {
      await invalidate('GET /api/posts');
      const moved = paused ? [] : movedPosts(posts, knownPosts());
      notify.success(moved.length > 0 ? resumedWords(moved, { timeZone, now: Date.now() }) : message);
    },
    // Restores the state at the click: the user of this render already includes the change.
    onError: (error, { paused, user: before }, context) => {
      if (context?.accounts) {
        rememberUser(before);
        queryClient.setQueryData(accountsQuery.queryKey, context.accounts);
      }
      const what = paused ? 'Your posts were not paused.' : 'Your posts were not resumed.';
      notify.error(`${what} ${describeError(error, 'Please try again.')}`, { requestId: requestIdOf(error) });
    },
    onSettled: () => invalidate('GET /api/twitter/accounts', 'GET /api/user'),
  });
  const wait = useOfflineWait(toggle);
  const notYet = toggle.variables?.paused ? 'paused' : 'resumed';
  return {
    paused: user.postsPaused || (account?.posts_paused ?? false),
    busy: toggle.isPending,
    /** While offline: what has not happened yet. */
    notYet: toggle.isPaused ? `You are offline: posts are NOT ${notYet} yet.` : null,
    isWaiting: wait.isWaiting,
    cancel: wait.cancel,
    set: (paused: boolean, everything = false) => toggle.mutate({ account, user, paused, everything }),
  };
}

/** Pauses or resumes one post; the answer shows the result. */
export function usePausePost() {
  return useMutation({
    mutationFn: async (post: Post) => {
      const body = { ids: [post.id], paused: !post.isPaused };
      const { posts, refused } = await call('POST /api/posts/bulk/pause', { body });
      return { posts, reason: refused[0]?.message };
    },
    onSuccess: ({ posts, reason }, { isPaused }) => {
      insertPost(...posts);
      if (reason) notify.alert(isPaused ? strings.notResumed(reason) : strings.notPaused(reason));
      else notify.success(isPaused ? strings.resumed : strings.paused);
    },
    onError: (error, { isPaused }) => {
      const { text, requestId } = problemOf(error, isPaused ? strings.notResumed : strings.notPaused);
      notify.error(text, { requestId });
    },
    onSettled: (outcome, _error, post) => settlePosts(outcome?.posts.length ? [] : [post.id]),
  });
}
