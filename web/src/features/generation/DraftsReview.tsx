/** The step after a job has generated its posts: review them, then schedule or discard them. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { TRIAL_POSTS_PER_DAY } from '@drumbeat/contract/billing/billing.rules.ts';
import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import type { DraftPost } from '@drumbeat/contract/generation/generation.ts';
import { scheduleWindowEnd } from '@drumbeat/contract/posts/posts.rules.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import type { Nearness } from '@drumbeat/contract/voice/voice.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod/mini';
import { useCurrentUser } from '../../api/query.ts';
import { useDraft } from '../../api/useDraft.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { similarOf } from '../posts/edit/similar.rules.ts';
import { useNearness } from '../voice/NearnessSign.tsx';
import { keptDraftsName, type StoredJob } from './job-storage.ts';
import type { JobResult } from './poll-job.ts';
import { changeDrafts, type Drafts } from './preview/drafts.rules.ts';
import { PreviewModal } from './preview/PreviewModal.tsx';
import type { useScheduleDrafts } from './useScheduleDrafts.ts';

const source = z.object({
  claim: z.string(),
  sourceId: z.string(),
  label: z.string(),
  url: z.nullable(z.string()),
}) satisfies z.ZodMiniType<PostSource>;

const draft = z.object({
  id: z.string(),
  content: z.string(),
  scheduledTime: z.string(),
  scheduledTimeLocal: z.string(),
  status: z.literal('Pending'),
  sources: z.optional(z.array(source)),
}) satisfies z.ZodMiniType<DraftPost>;

/** What is stored of an edited but unscheduled preview: the kept and the removed drafts. */
export const keptDrafts = z.object({ kept: z.array(draft), removed: z.array(draft) });

/** How close drafts are to the account's own posts: from the job, and recalculated for edited ones. */
function useDraftNearness(
  accountId: string | undefined,
  written: readonly DraftPost[],
  shown: readonly DraftPost[],
): { of: (text: string) => Nearness | null; set: Nearness | null } {
  const known = new Map(written.map(({ content, nearness }) => [content, nearness ?? null]));
  const isKnown = written.some(({ nearness }) => nearness !== undefined);
  const texts = shown.map(({ content }) => content);
  const compared = useNearness(accountId, texts, isKnown);
  return { of: (text) => known.get(text) ?? compared.of(text), set: compared.set };
}

type Props = {
  job: StoredJob;
  result: JobResult;
  account: XAccount | undefined;
  timeZone: string;
  schedule: ReturnType<typeof useScheduleDrafts>;
  onDiscard: () => void;
};

/** How many posts per day the plan allows; a trial allows at least its own number. */
function mostADay({ isInTrial, entitlements }: User): number {
  return isInTrial ? Math.max(TRIAL_POSTS_PER_DAY, entitlements.postsPerDay) : entitlements.postsPerDay;
}

export function DraftsReview({ job, result, account, timeZone, schedule, onDiscard }: Props) {
  const [opened, setOpened] = useState(true);
  const [discarding, setDiscarding] = useState(false);
  const user = useCurrentUser();
  const kept = useDraft<Drafts>(keptDraftsName(job.jobId), keptDrafts, { kept: result.posts, removed: [] });
  const drafts = kept.value;
  const similar = similarOf(schedule.error);
  const nearness = useDraftNearness(job.accountId, result.posts, drafts.kept);
  return (
    <>
      <Button variant="subtle" color="gray" onClick={() => setDiscarding(true)}>
        Discard
      </Button>
      <Button onClick={() => setOpened(true)}>Review posts</Button>
      <PreviewModal
        opened={opened}
        drafts={drafts}
        nearness={nearness}
        isInTrial={result.isInTrial}
        account={account}
        timeZone={timeZone}
        limitsAt={(now) => ({
          zone: timeZone,
          windowEnd: scheduleWindowEnd(user, now),
          now,
          mostADay: mostADay(user),
        })}
        onStartOver={kept.isRestored ? kept.discard : undefined}
        saving={schedule.isPending}
        error={similar ? null : schedule.error}
        similar={similar}
        onChange={(change) => {
          // The changed text may be like other posts than those asked about, so ask again.
          if (similar) schedule.reset();
          kept.change(changeDrafts(drafts, change));
        }}
        onClose={() => {
          schedule.reset();
          setOpened(false);
        }}
        onSchedule={() => schedule.mutate({ job, drafts: drafts.kept, wasAsked: similar !== null })}
      />
      <ConfirmDialog
        opened={discarding}
        onClose={() => setDiscarding(false)}
        title="Discard these posts?"
        confirmLabel="Discard posts"
        onConfirm={async () => {
          kept.drop();
          onDiscard();
        }}
      >
        {drafts.kept.length === 1 ? '1 draft' : `${drafts.kept.length} drafts`} will be lost, and the
        generation you used won't be refunded.
      </ConfirmDialog>
    </>
  );
}
