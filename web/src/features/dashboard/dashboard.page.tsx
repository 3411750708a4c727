/** The dashboard: the overall state, the next step, and the posts. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { useState } from 'react';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { useDevFlags } from '../../base/dev-flags.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { useAccounts } from '../accounts/accounts.query.ts';
import { ConnectModal } from '../accounts/LazyConnectModal.tsx';
import { CalendarSkeleton } from '../calendar/CalendarSkeleton.tsx';
import { calendarStrings } from '../calendar/calendar.strings.ts';
import { PerDaySelect } from '../generation/PerDaySelect.tsx';
import { replaceQuestion } from '../generation/prechecks.rules.ts';
import type { useGeneration } from '../generation/useGeneration.ts';
import { NewsCarousel } from '../news/NewsCarousel.tsx';
import { PostsPanel } from '../posts/panel/PostsPanel.tsx';
import { useLivePosts } from '../publishing/useLivePosts.ts';
import { ZoneLine } from '../settings/ZoneLine.tsx';
import { AdPosts } from './cards/AdPosts.tsx';
import { MainCard } from './cards/MainCard.tsx';
import { UnfoldButton, useReadyFold } from './cards/useReadyFold.tsx';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import styles from './dashboard.module.css';
import { Banners } from './top/Banners.tsx';
import { DashboardTop } from './top/DashboardTop.tsx';
import { POSTS_ID } from './top/Headline.tsx';
import { useDashboard } from './useDashboard.ts';

/** The calendar; its code is loaded when one is shown. */
const LazyCalendar = lazyDialog(async () => (await import('../calendar/PostsCalendar.tsx')).PostsCalendar, {
  what: calendarStrings.codeFailed,
  waiting: <CalendarSkeleton />,
});

const ConfirmDialog = lazyDialog(
  async () => (await import('../../ui/dialogs/ConfirmDialog.tsx')).ConfirmDialog,
);

export function DashboardPage() {
  const accounts = useAccounts();
  return (
    <Page title="Dashboard" headingHidden dense>
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

function Dashboard({ accounts }: { accounts: readonly XAccount[] }) {
  const shown = useDashboard(accounts);
  const { user, account, posts, subscription, action, generation, folded } = shown;
  const [connecting, setConnecting] = useState<{ reconnect: XAccount | undefined } | null>(null);
  const connect = (reconnect?: XAccount): void => setConnecting({ reconnect });
  const ready = useReadyFold(shown);
  const line = folded ?? ready.line;
  const news = useLivePosts();
  const { skipX } = useDevFlags();
  if (!shown.isSettled) return <DashboardSkeleton />;

  return (
    <>
      <DashboardTop
        {...{ user, subscription, accounts, account, posts }}
        folded={line}
        action={ready.folds ? <UnfoldButton ready={ready} /> : null}
        onConnect={connect}
      />
      <Banners user={user} subscription={subscription} accounts={accounts} />
      {(action === 'connect' && skipX) || line ? null : (
        <MainCard {...shown} ready={ready} onConnect={connect} />
      )}
      <AdPosts user={user} account={account} />
      <div id={POSTS_ID} className={styles.posts}>
        <ZoneLine />
        <PostsPanel
          query={posts}
          user={user}
          accounts={accounts}
          account={account}
          synchronizing={shown.schedule.isPending}
          Calendar={LazyCalendar}
          calendarSkeleton={<CalendarSkeleton />}
          perDay={<PerDaySelect user={user} />}
        />
      </div>
      {action === 'wait' ? <NewsCarousel /> : null}
      <ConnectModal
        opened={connecting !== null}
        reconnect={connecting?.reconnect}
        onClose={() => setConnecting(null)}
        accounts={accounts}
        accountLimit={user.entitlements.accountLimit}
        verified={user.emailVerifiedAt !== null}
      />
      <ReplaceDialog generation={generation} />
      <p className="visually-hidden" role="status">
        {news}
      </p>
    </>
  );
}

/** Asks before new posts replace the planned ones. */
function ReplaceDialog({ generation }: { generation: ReturnType<typeof useGeneration> }) {
  const { question, replace, dropQuestion } = generation;
  const count = question?.posts.length ?? 0;
  return (
    <ConfirmDialog
      opened={question !== null}
      onClose={dropQuestion}
      title="Replace your planned posts?"
      confirmLabel={count === 1 ? 'Generate and replace 1 post' : `Generate and replace ${count} posts`}
      onConfirm={async () => {
        if (question) replace(question);
      }}
    >
      {question ? replaceQuestion(question.posts, question.account.username) : null}
    </ConfirmDialog>
  );
}
