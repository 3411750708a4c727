/** The top of the dashboard: is everything all right, and for which account. */
import type { XAccount } from '@drumbeat/contract/accounts.ts';
import type { Subscription } from '@drumbeat/contract/billing.entities.ts';
import type { Post } from '@drumbeat/contract/posts.ts';
import type { User } from '@drumbeat/contract/users.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { AccountMenu } from '../accounts/AccountMenu.tsx';
import { sendTestTweet } from '../publishing/send-test-tweet.ts';
import styles from './dashboard.module.css';
import { Headline } from './Headline.tsx';
import { planStateOf } from './plan-state.rules.ts';
import { TrialChip } from './TrialLine.tsx';

type Props = {
  user: User;
  subscription: Subscription | undefined;
  accounts: readonly XAccount[];
  account: XAccount | undefined;
  posts: Pick<UseQueryResult<Post[]>, 'data' | 'error'>;
  onConnect: () => void;
};

export function DashboardTop({ user, subscription, accounts, account, posts, onConnect }: Props) {
  return (
    <div className={styles.top}>
      {posts.data ? (
        <Headline
          posts={posts.data}
          account={account && { username: account.username, usable: !account.needs_reconnect }}
          paused={user.postsPaused || (account?.posts_paused ?? false)}
          planAt={(now) => planStateOf(user, subscription, now)}
        />
      ) : (
        <p className={styles.noHeadline}>{posts.error ? 'We cannot see your posts right now' : null}</p>
      )}
      <TrialChip user={user} subscription={subscription} />
      {account ? (
        <AccountMenu
          accounts={accounts}
          selected={account}
          accountLimit={user.entitlements.accountLimit}
          onConnect={onConnect}
          onTestTweet={() => sendTestTweet(account)}
        />
      ) : null}
    </div>
  );
}
