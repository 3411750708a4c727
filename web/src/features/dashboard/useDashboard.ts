/** Everything that the dashboard shows: the account, posts, plan, and the next step. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrentUser } from '../../api/query.ts';
import { useDelayed } from '../../ui/feedback/useDelayed.ts';
import { selectedAccount } from '../accounts/selected-account.ts';
import { usePlanDetails } from '../billing/subscription.query.ts';
import { eligibilityQuery } from '../generation/generation.query.ts';
import { useGeneration } from '../generation/useGeneration.ts';
import { useScheduleDrafts } from '../generation/useScheduleDrafts.ts';
import { postsQuery } from '../post/posts.query.ts';
import { foldedLine } from './cards/folded.rules.ts';
import { mainActionOf, refusalOf, settingToMend } from './cards/main-action.rules.ts';

/** After this time the screen is drawn without waiting further. */
const PATIENCE_MS = 1_000;

/** How many posts the account has; in a trial, all accounts together, because they share its limit. */
function useAlready(user: User, accounts: readonly XAccount[], posts: readonly Post[] | undefined): number {
  const sharesTrial = user.isInTrial && accounts.length > 1;
  const all = useQuery({
    ...postsQuery(undefined),
    enabled: sharesTrial,
    select: (list) => list.posts.length,
  });
  return (sharesTrial ? all.data : posts?.length) ?? 0;
}

/** What is above the posts determines their position: false until that is known, or takes too long. */
function useIsSettled(isKnown: boolean): boolean {
  const takesLong = useDelayed(!isKnown, PATIENCE_MS);
  const [isSettled, setSettled] = useState(false);
  if (!isSettled && (isKnown || takesLong)) setSettled(true);
  return isSettled;
}

export function useDashboard(accounts: readonly XAccount[]) {
  const user = useCurrentUser();
  const account = selectedAccount(accounts);
  const posts = useQuery({ ...postsQuery(account?.id), select: (list) => list.posts });
  const eligibility = useQuery({ ...eligibilityQuery(account?.id), enabled: account !== undefined });
  const generation = useGeneration({ user, accounts, posts: posts.data ?? [] });
  const schedule = useScheduleDrafts(generation.forget);
  const already = useAlready(user, accounts, posts.data);
  const subscription = usePlanDetails();
  const action = mainActionOf({
    user,
    accounts,
    paused: user.postsPaused || (account?.posts_paused ?? false),
    generation: schedule.isPending ? 'saving' : generation.state.phase,
    eligibility: eligibility.data ?? (eligibility.error ? 'error' : 'loading'),
  });
  const waits = action === 'wait' && settingToMend({ user, accounts }) === null;
  const refusal = refusalOf({ user, accounts, eligibility: eligibility.data });
  return {
    user,
    accounts,
    account,
    posts,
    eligibility,
    generation,
    schedule,
    already,
    subscription: subscription.data,
    action,
    /** The line that replaces a card without an action; null if the card is needed. */
    folded: waits ? foldedLine({ user, refusal, already, posts: posts.data ?? [], now: Date.now() }) : null,
    isSettled: useIsSettled(action !== 'checking' && !posts.isLoading && !subscription.isLoading),
  };
}
