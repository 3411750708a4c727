/** The single card with the next step. `main-action.rules.ts` decides which one it is. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import type { Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import type { Eligibility } from '@drumbeat/contract/generation/generation.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { describeError, requestIdOf } from '../../../api/errors.ts';
import { paths } from '../../../base/paths.ts';
import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { ErrorBox } from '../../../ui/feedback/ErrorBox.tsx';
import { Skeleton, Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { ConnectModal } from '../../accounts/LazyConnectModal.tsx';
import { useCalendarOptions } from '../../generation/useCalendarOptions.ts';
import type { useGeneration } from '../../generation/useGeneration.ts';
import type { useScheduleDrafts } from '../../generation/useScheduleDrafts.ts';
import { NotYet } from '../../posts/panel/PauseButton.tsx';
import { usePause } from '../../posts/panel/usePause.ts';
import styles from '../dashboard.module.css';
import { dashboardStrings, settingTitles, waitTitles } from '../dashboard.strings.ts';
import { planStateOf } from '../top/plan-state.rules.ts';
import { ActionCard } from './ActionCard.tsx';
import { FailedCard, GeneratingCard, ReadyCard } from './GenerationCards.tsx';
import { type MainAction, refusalOf, settingToMend } from './main-action.rules.ts';
import { CanceledCard, CancelingCard, InactiveCard, PastDueCard } from './SubscriptionCard.tsx';
import type { ReadyFold } from './useReadyFold.tsx';

/** Loaded on demand, because the preview is a large screen. */
const DraftsReview = lazyDialog(async () => (await import('../../generation/DraftsReview.tsx')).DraftsReview);

type Props = {
  action: MainAction;
  user: User;
  /** Undefined until loaded. */
  subscription: Subscription | undefined;
  accounts: readonly XAccount[];
  account: XAccount | undefined;
  /** How many posts exist; in a trial, across all accounts. */
  already: number;
  posts: { data?: readonly Post[] | undefined };
  eligibility: Pick<UseQueryResult<Eligibility>, 'data' | 'error' | 'refetch'>;
  generation: ReturnType<typeof useGeneration>;
  schedule: ReturnType<typeof useScheduleDrafts>;
  ready: Pick<ReadyFold, 'cardId'>;
  /** Connects a new account, or reconnects the given one. */
  onConnect: (reconnect?: XAccount) => void;
};

/** The card is compact if there are posts below it, unless someone expanded it. */
export function MainCard(props: Props) {
  const isCompact = props.action !== 'ready' && (props.posts.data?.length ?? 0) > 0;
  return (
    <div className={styles.main} data-compact={isCompact || undefined}>
      <CardOf {...props} />
    </div>
  );
}

function CardOf(props: Props) {
  const { action, user, account } = props;
  switch (action) {
    case 'verify-email':
      return <ActionCard {...dashboardStrings.verify} />;
    case 'canceled':
      return <CanceledCard mayReactivate={props.subscription?.reactivation !== 'none'} />;
    case 'inactive':
      return <InactiveCard />;
    case 'past-due':
      return <PastDueCard plan={planStateOf(user, props.subscription, Date.now())} />;
    case 'connect':
      return (
        <ActionCard
          {...dashboardStrings.connect}
          actions={
            <Button onClick={() => props.onConnect()} {...ConnectModal.near}>
              Connect X
            </Button>
          }
        />
      );
    case 'reconnect':
      return (
        <ActionCard
          {...dashboardStrings.reconnect(account?.username ?? '')}
          actions={
            <Button onClick={() => props.onConnect(account)} {...ConnectModal.near}>
              Reconnect
            </Button>
          }
        />
      );
    case 'paused':
      return <PausedCard user={user} account={account} />;
    case 'checking':
      return <CheckingCard />;
    case 'check-failed':
      return (
        <Section>
          <ErrorBox
            what={dashboardStrings.checkFailed}
            message={describeError(props.eligibility.error, 'Please try again in a moment.')}
            requestId={requestIdOf(props.eligibility.error)}
            onRetry={() => void props.eligibility.refetch()}
          />
        </Section>
      );
    case 'wait':
      return (
        <WaitCard
          setting={settingToMend(props)}
          refusal={refusalOf({ ...props, eligibility: props.eligibility.data })}
        />
      );
    case 'canceling':
    case 'ready':
      return account ? <GenerateCard {...props} account={account} /> : null;
    case 'generating':
    case 'scheduling':
    case 'drafts':
    case 'failed':
      return <JobCard {...props} />;
    default:
      return action satisfies never;
  }
}

function CheckingCard() {
  return (
    <Section>
      <Skeletons label={dashboardStrings.checking}>
        <Skeleton width={220} height={28} />
        <Skeleton width="60%" />
        <Skeleton width={320} height={36} />
      </Skeletons>
    </Section>
  );
}

function PausedCard({ user, account }: Pick<Props, 'user' | 'account'>) {
  const pause = usePause({ user, account });
  return (
    <ActionCard
      {...dashboardStrings.paused}
      actions={
        <>
          <NotYet pause={pause} />
          <LoadingButton loading={pause.busy} waiting={pause.isWaiting} onClick={() => pause.set(false)}>
            Resume posting
          </LoadingButton>
        </>
      }
    />
  );
}

type WaitProps = { setting: ReturnType<typeof settingToMend>; refusal: Eligibility | undefined };

/** For something the person can set, or an unexpected reason. Mere waiting is shown in the headline. */
function WaitCard({ setting, refusal }: WaitProps) {
  return (
    <ActionCard
      title={setting ? settingTitles[setting] : waitTitles[refusal?.reason ?? 'error']}
      text={refusal?.message}
      actions={setting ? <LinkButton to={paths.settings}>Open Settings</LinkButton> : undefined}
    />
  );
}

function GenerateCard({
  action,
  user,
  accounts,
  account,
  already,
  eligibility,
  generation,
  ready,
}: Props & { account: XAccount }) {
  const refusal = refusalOf({ user, accounts, eligibility: eligibility.data });
  const options = useCalendarOptions(user);
  const generate = (): void => void generation.generate(options.selected);
  if (action === 'canceling') {
    return (
      <CancelingCard
        user={user}
        busy={generation.asking}
        generate={eligibility.data && !refusal ? generate : null}
      />
    );
  }
  return (
    <ReadyCard
      user={user}
      account={account}
      already={already}
      options={options}
      busy={generation.asking}
      onGenerate={generate}
      id={ready.cardId}
    />
  );
}

function JobCard({ action, user, accounts, account, generation, schedule }: Props) {
  const { state } = generation;
  const owner =
    'job' in state && state.job ? accounts.find((one) => one.id === state.job?.accountId) : account;
  if (state.phase === 'starting' || state.phase === 'running') {
    return <GeneratingCard state={state} username={owner?.username ?? ''} />;
  }
  if (state.phase === 'failed') {
    return <FailedCard state={state} onAgain={generation.lookAgain} onClose={generation.forget} />;
  }
  if (state.phase !== 'drafts') return null;
  const count = state.result.posts.length;
  const posts = count === 1 ? '1 post is' : `${count} posts are`;
  return (
    <ActionCard
      title={action === 'scheduling' ? 'Scheduling your posts…' : `${posts} ready for your review`}
      text={`${state.result.daysText} of posts for @${owner?.username ?? ''}. Nothing is posted until you schedule it.`}
      actions={
        <DraftsReview
          job={state.job}
          result={state.result}
          account={owner}
          timeZone={user.timeZone}
          schedule={schedule}
          onDiscard={generation.forget}
        />
      }
    />
  );
}
