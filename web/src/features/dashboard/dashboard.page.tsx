/** The dashboard: is everything all right, what to do now, and the posts. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { useCurrentUser } from '../../api/query.ts';
import { useDevFlags } from '../../base/dev-flags.ts';
import { ErrorBox } from '../../ui/ErrorBox.tsx';
import { Page } from '../../ui/Page.tsx';
import { selectedAccount, useAccounts } from '../accounts/accounts.query.ts';
import { ConnectModal } from '../accounts/ConnectModal.tsx';
import { usePlanDetails } from '../billing/subscription.query.ts';
import { CalendarSkeleton } from '../calendar/CalendarSkeleton.tsx';
import { LazyCalendar } from '../calendar/LazyCalendar.tsx';
import { eligibilityQuery } from '../generation/generation.query.ts';
import { useGeneration } from '../generation/useGeneration.ts';
import { useScheduleDrafts } from '../generation/useScheduleDrafts.ts';
import { PostsPanel } from '../posts/PostsPanel.tsx';
import { postsQuery } from '../posts/posts.query.ts';
import { useLivePosts } from '../publishing/useLivePosts.ts';
import { Banners } from './Banners.tsx';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { DashboardTop } from './DashboardTop.tsx';
import { MainCard } from './MainCard.tsx';
import { type MainActionInput, mainActionOf } from './main-action.rules.ts';
import { ReplaceDialog } from './ReplaceDialog.tsx';
import { WhileYouWait } from './WhileYouWait.tsx';

export function DashboardPage() {
  const accounts = useAccounts();
  return (
    <Page title="Dashboard" headingHidden>
      {accounts.data ? <Dashboard accounts={accounts.data} /> : null}
      {accounts.isPending ? <DashboardSkeleton /> : null}
      {accounts.error && !accounts.data ? (
        <ErrorBox
          what="Your dashboard could not be loaded."
          message={describeError(accounts.error, 'Please try again in a moment.')}
          requestId={requestIdOf(accounts.error)}
          onRetry={() => void accounts.refetch()}
        />
      ) : null}
    </Page>
  );
}

function Dashboard({ accounts }: { accounts: NonNullable<ReturnType<typeof useAccounts>['data']> }) {
  const user = useCurrentUser();
  const account = selectedAccount(accounts);
  const [connecting, setConnecting] = useState(false);
  const posts = useQuery({ ...postsQuery(account?.id), select: (list) => list.posts });
  const eligibility = useQuery({ ...eligibilityQuery(account?.id), enabled: account !== undefined });
  const generation = useGeneration({ user, accounts, posts: posts.data ?? [] });
  const schedule = useScheduleDrafts(generation.forget);
  const subscription = usePlanDetails(posts.isFetched && (eligibility.isFetched || !account));
  const news = useLivePosts();
  const { skipX } = useDevFlags();
  const action = mainActionOf({
    user,
    accounts,
    generation: schedule.isPending ? 'saving' : generation.state.phase,
    eligibility: eligibility.data ?? (eligibility.error ? 'error' : 'loading'),
  } satisfies MainActionInput);

  return (
    <>
      <DashboardTop
        {...{ user, subscription, accounts, account, posts }}
        onConnect={() => setConnecting(true)}
      />
      <Banners user={user} subscription={subscription} accounts={accounts} />
      {action === 'connect' && skipX ? null : (
        <MainCard
          action={action}
          user={user}
          subscription={subscription}
          accounts={accounts}
          account={account}
          already={posts.data?.length ?? 0}
          eligibility={eligibility}
          generation={generation}
          schedule={schedule}
          onConnect={() => setConnecting(true)}
        />
      )}
      {action === 'wait' ? <WhileYouWait /> : null}
      <PostsPanel
        query={posts}
        user={user}
        accounts={accounts}
        account={account}
        synchronizing={schedule.isPending}
        Calendar={LazyCalendar}
        calendarSkeleton={<CalendarSkeleton />}
      />
      <ConnectModal
        opened={connecting}
        onClose={() => setConnecting(false)}
        accounts={accounts}
        verified={user.emailVerifiedAt !== null}
      />
      <ReplaceDialog generation={generation} />
      <p className="visually-hidden" role="status">
        {news}
      </p>
    </>
  );
}
