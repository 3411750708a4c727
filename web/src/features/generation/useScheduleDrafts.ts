import type { DraftPost } from '@drumbeat/contract/generation/generation.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { invalidate, useCurrentUser } from '../../api/query.ts';
import { dropDraft } from '../../base/keep.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { secondPress } from '../posts/edit/similar.rules.ts';
import type { StoredJob } from './job-storage.ts';
import { keptDraftsName } from './job-storage.ts';
import { saveProblem } from './prechecks.rules.ts';

type Input = {
  job: StoredJob;
  drafts: readonly DraftPost[];
  /** Whether the person was asked to confirm texts that are like other posts. */
  wasAsked: boolean;
};

async function save({ job, drafts, wasAsked }: Input): Promise<number> {
  const posts = drafts.map(({ content, scheduledTime, scheduledTimeLocal }) => ({
    content,
    scheduledTime,
    scheduledTimeLocal,
  }));
  const saved = await call('POST /api/posts', {
    body: {
      posts,
      finalize: true,
      jobId: job.jobId,
      twitterAccountId: job.accountId,
      ...secondPress(wasAsked),
    },
  });
  const problem = saveProblem(drafts.length, saved.posts?.length ?? 0);
  if (problem) throw new Error(problem);
  return saved.posts.length;
}

/** Saves the previewed drafts. Stays busy until the list shows them. */
export function useScheduleDrafts(onScheduled: () => void) {
  const { id: person } = useCurrentUser();
  return useMutation({
    mutationFn: save,
    onSuccess: async (count, { job }) => {
      dropDraft({ person, name: keptDraftsName(job.jobId) });
      await invalidate('GET /api/posts', 'POST /api/check-scheduling-eligibility', 'GET /api/user');
      onScheduled();
      notify.success(count === 1 ? '1 post is scheduled.' : `${count} posts are scheduled.`);
    },
  });
}
