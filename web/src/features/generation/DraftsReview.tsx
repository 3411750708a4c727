/** What is left to do once a job has written its posts: review them, then schedule or discard them. */
import type { XAccount } from '@drumbeat/contract/accounts.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { StoredJob } from './job-storage.ts';
import type { JobResult } from './poll-job.ts';
import { changeDrafts, type Drafts } from './preview/drafts.rules.ts';
import { PreviewModal } from './preview/PreviewModal.tsx';
import type { useScheduleDrafts } from './useScheduleDrafts.ts';

type Props = {
  job: StoredJob;
  result: JobResult;
  account: XAccount | undefined;
  timeZone: string;
  schedule: ReturnType<typeof useScheduleDrafts>;
  onDiscard: () => void;
};

export function DraftsReview({ job, result, account, timeZone, schedule, onDiscard }: Props) {
  const [opened, setOpened] = useState(true);
  const [discarding, setDiscarding] = useState(false);
  const [drafts, setDrafts] = useState<Drafts>({ kept: result.posts, removed: [] });
  return (
    <>
      <Button variant="subtle" color="gray" onClick={() => setDiscarding(true)}>
        Discard
      </Button>
      <Button onClick={() => setOpened(true)}>Review posts</Button>
      <PreviewModal
        opened={opened}
        drafts={drafts}
        isInTrial={result.isInTrial}
        account={account}
        timeZone={timeZone}
        saving={schedule.isPending}
        error={schedule.error}
        onChange={(change) => setDrafts((now) => changeDrafts(now, change))}
        onClose={() => {
          schedule.reset();
          setOpened(false);
        }}
        onSchedule={() => schedule.mutate({ job, drafts: drafts.kept })}
      />
      <ConfirmDialog
        opened={discarding}
        onClose={() => setDiscarding(false)}
        title="Discard these posts?"
        confirmLabel="Discard posts"
        onConfirm={async () => onDiscard()}
      >
        {drafts.kept.length === 1 ? '1 draft' : `${drafts.kept.length} drafts`} will be lost, and the
        generation you used won't be refunded.
      </ConfirmDialog>
    </>
  );
}
