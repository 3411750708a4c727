/** The card for generating posts: the form, the progress, the review, or the failure. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { NICHE_DECLINED } from '@drumbeat/contract/generation/generation.rules.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../base/paths.ts';
import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx';
import { ErrorBox } from '../../../ui/feedback/ErrorBox.tsx';
import { LevelIndicator } from '../../../ui/feedback/LevelIndicator.tsx';
import { GenerateOptions } from '../../generation/GenerateOptions.tsx';
import { usageQuery } from '../../generation/generation.query.ts';
import { JobProgress } from '../../generation/JobProgress.tsx';
import type { useCalendarOptions } from '../../generation/useCalendarOptions.ts';
import type { GenerationState } from '../../generation/useGenerationJob.ts';
import styles from '../dashboard.module.css';
import { ActionCard } from './ActionCard.tsx';
import { readyTitle } from './folded.rules.ts';

type ReadyProps = {
  user: User;
  account: XAccount;
  /** How many posts already exist. */
  already: number;
  options: ReturnType<typeof useCalendarOptions>;
  busy: boolean;
  onGenerate: () => void;
  id: string;
};

export function ReadyCard({ user, account, already, options, busy, onGenerate, id }: ReadyProps) {
  const subject = account.niche ? `about ${account.niche} ` : '';
  return (
    <ActionCard
      id={id}
      title={readyTitle(user.isInTrial, already)}
      text={`Posts ${subject}for @${account.username}. You'll see every one before anything is scheduled.`}
      actions={
        <LoadingButton loading={busy} onClick={onGenerate}>
          Generate posts
        </LoadingButton>
      }
      note={<GenerationsLeft accountId={account.id} />}
    >
      <GenerateOptions user={user} already={already} {...options} />
    </ActionCard>
  );
}

/** Keeps its height while loading, so that nothing moves. */
function GenerationsLeft({ accountId }: { accountId: string }) {
  const { data } = useQuery(usageQuery(accountId));
  return (
    <div className={styles.level}>
      {data ? <LevelIndicator label="Generations left" value={data.remaining} max={data.limit} /> : null}
    </div>
  );
}

type RunningState = Extract<GenerationState, { phase: 'starting' | 'running' }>;

export function GeneratingCard({ state, username }: { state: RunningState; username: string }) {
  const isRunning = state.phase === 'running';
  return (
    <ActionCard
      title={`Writing posts for @${username}`}
      text="This takes a minute or two. You can leave this page. Your posts will be waiting here."
    >
      <JobProgress
        progress={isRunning && state.progress > 0 ? state.progress : null}
        message={(isRunning && state.message) || 'Starting…'}
      />
    </ActionCard>
  );
}

type FailedState = Extract<GenerationState, { phase: 'failed' }>;

export function FailedCard({ state, onAgain, onClose }: FailedProps) {
  const mayStillRun = state.job !== null;
  const isAboutNiche = state.error.message.startsWith(NICHE_DECLINED);
  return (
    <ActionCard
      title="The posts could not be written"
      actions={
        <>
          {mayStillRun ? (
            <Button variant="default" onClick={onClose}>
              Give up
            </Button>
          ) : null}
          {isAboutNiche ? (
            <>
              <Button variant="default" onClick={onAgain}>
                Try again
              </Button>
              <LinkButton to={`${paths.settings}#niche`} look="primary">
                Change niche
              </LinkButton>
            </>
          ) : (
            <Button onClick={onAgain}>{mayStillRun ? 'Look again' : 'Try again'}</Button>
          )}
        </>
      }
    >
      <ErrorBox
        what={state.error.message}
        message={
          mayStillRun
            ? 'The job may still be running. Nothing has been scheduled.'
            : 'Nothing has been scheduled. You can try again.'
        }
        requestId={state.error.requestId}
      />
    </ActionCard>
  );
}
type FailedProps = { state: FailedState; onAgain: () => void; onClose: () => void };
