/** The dashboard: the overall state, the next step, and the posts. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { useState } from 'react';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { useDevFlags } from '../../base/dev-flags.ts';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { useAccounts } from '../accounts/accounts.query.ts';
import { ConnectModal } from '../accounts/LazyConnectModal.tsx';
import { CalendarSkeleton } from '../calendar/CalendarSkeleton.tsx';
import { LazyCalendar } from '../calendar/LazyCalendar.tsx';
import { PerDaySelect } from '../generation/PerDaySelect.tsx';
import { NewsCarousel } from '../news/NewsCarousel.tsx';
import { PostsPanel } from '../posts/panel/PostsPanel.tsx';
import { useLivePosts } from '../publishing/useLivePosts.ts';
import { ZoneLine } from '../settings/ZoneLine.tsx';
import { AdPosts } from './cards/AdPosts.tsx';
import { MainCard } from './cards/MainCard.tsx';
import { ReplaceDialog } from './cards/ReplaceDialog.tsx';
import { UnfoldButton } from './cards/UnfoldButton.tsx';
import { useReadyFold } from './cards/useReadyFold.ts';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import styles from './dashboard.module.css';
import { Banners } from './top/Banners.tsx';
import { DashboardTop } from './top/DashboardTop.tsx';
import { POSTS_ID } from './top/Headline.tsx';
import { useDashboard } from './useDashboard.ts';

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
