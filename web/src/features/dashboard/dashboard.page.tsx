/** The dashboard: is everything all right, what to do now, and the posts. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { useCurrentUser } from '../../api/query.ts';
import { useDevFlags } from '../../base/dev-flags.ts';
import { ErrorBox } from '../../ui/ErrorBox.tsx';
import { Page } from '../../ui/Page.tsx';
import { AccountMenu } from '../accounts/AccountMenu.tsx';
import { selectedAccount, useAccounts } from '../accounts/accounts.query.ts';
import { ConnectModal } from '../accounts/ConnectModal.tsx';
import { eligibilityQuery } from '../generation/generation.query.ts';
import { useGeneration } from '../generation/useGeneration.ts';
import { useScheduleDrafts } from '../generation/useScheduleDrafts.ts';
import { PostsPanel } from '../posts/PostsPanel.tsx';
import { postsQuery } from '../posts/posts.query.ts';
import { sendTestTweet } from '../publishing/send-test-tweet.ts';
import { useLivePosts } from '../publishing/useLivePosts.ts';
import { Banners } from './Banners.tsx';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import styles from './dashboard.module.css';
import { Headline } from './Headline.tsx';
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
      <div className={styles.top}>
        {posts.data ? (
          <Headline
            posts={posts.data}
            account={account && { username: account.username, usable: !account.needs_reconnect }}
            paused={user.postsPaused || (account?.posts_paused ?? false)}
            user={user}
          />
        ) : (
          <p className={styles.noHeadline}>{posts.error ? 'We cannot see your posts right now' : null}</p>
        )}
        {account ? (
          <AccountMenu
            accounts={accounts}
            selected={account}
            accountLimit={user.entitlements.accountLimit}
            onConnect={() => setConnecting(true)}
            onTestTweet={() => sendTestTweet(account)}
          />
        ) : null}
      </div>
      <Banners user={user} accounts={accounts} />
      {action === 'connect' && skipX ? null : (
        <MainCard
          action={action}
          user={user}
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
