/** From pressing 'Generate posts' to the job: pre-checks, the server's check, confirmation, and start. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { useState } from 'react';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { queryClient } from '../../api/query.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { selectedAccount } from '../accounts/selected-account.ts';
import { eligibilityQuery } from './generation.query.ts';
import { generationStrings } from './generation.strings.ts';
import { generationBlock, replacedPosts } from './prechecks.rules.ts';
import type { CalendarOptions } from './useCalendarOptions.ts';
import { useGenerationJob } from './useGenerationJob.ts';

/** What the new posts would replace; the person must agree first. */
export type Question = { posts: Post[]; account: XAccount; selected: CalendarOptions };

type Around = { user: User; accounts: readonly XAccount[]; posts: readonly Post[] };

/** Asks the server again, and shows the reason if it refuses. */
async function isAllowed(accountId: string): Promise<boolean> {
  try {
    const fresh = await queryClient.fetchQuery({ ...eligibilityQuery(accountId), staleTime: 0 });
    if (!fresh.canSchedule) notify.alert(fresh.message || generationStrings.notAllowed);
    return fresh.canSchedule;
  } catch (error) {
    notify.error(describeError(error, generationStrings.notAllowed), { requestId: requestIdOf(error) });
    return false;
  }
}

export function useGeneration({ user, accounts, posts }: Around) {
  const job = useGenerationJob(user.id);
  const [asking, setAsking] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);

  async function begin(account: XAccount, selected: CalendarOptions, replace: boolean): Promise<void> {
    await job.start(account.id, {
      ...(account.niche ? { niche: account.niche } : {}),
      skipWeekends: selected.skipWeekends,
      allowedDays: [...selected.allowedDays],
      postsPerDay: selected.postsPerDay,
      timeZone: user.timeZone,
      twitterAccountId: account.id,
      replace,
    });
  }

  async function generate(selected: CalendarOptions): Promise<void> {
    const block = generationBlock(user, accounts);
    const account = selectedAccount(accounts);
    if (block || !account) return notify.alert(block ?? generationStrings.selectAccount);
    setAsking(true);
    const allowed = await isAllowed(account.id);
    setAsking(false);
    if (!allowed) return;
    const replaced = replacedPosts(posts, user.isInTrial);
    if (replaced.length > 0) setQuestion({ posts: replaced, account, selected });
    else await begin(account, selected, false);
  }

  /** Starts with the person's agreement: saving the new posts then deletes the old ones, on the server. */
  function replace({ account, selected }: Question): void {
    void begin(account, selected, true);
  }

  return { ...job, asking, question, generate, replace, dropQuestion: () => setQuestion(null) };
}
