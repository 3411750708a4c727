/** The top of the dashboard: the overall state, and the account. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import type { Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { getToken } from '../../../api/session.ts';
import type { Folded } from '../cards/folded.rules.ts';
import styles from '../dashboard.module.css';
import { AccountStatus } from './AccountStatus.tsx';
import { Headline } from './Headline.tsx';
import { planStateOf } from './plan-state.rules.ts';
import { TrialChip } from './TrialLine.tsx';
import top from './top.module.css';

type Props = {
  user: User;
  subscription: Subscription | undefined;
  accounts: readonly XAccount[];
  account: XAccount | undefined;
  posts: Pick<UseQueryResult<Post[]>, 'data' | 'error'>;
  folded: Folded | null;
  /** The action for the card that is collapsed to a line. */
  action: ReactNode;
  /** Connects a new account, or reconnects the given one. */
  onConnect: (reconnect?: XAccount) => void;
};

/** How long the greeting is shown (DASH-02). */
export const WELCOME_MS = 2_500;

/** The end of the greeted session's token; a new sign-in is a new session. */
const KEY = 'welcomedSession';
const sessionMark = (): string => (getToken() ?? '').slice(-8);

export function DashboardTop({
  user,
  subscription,
  accounts,
  account,
  posts,
  folded,
  action,
  onConnect,
}: Props) {
  return (
    <>
      <div className={styles.top}>
        <WelcomeHeader words={account ? 'Welcome back' : 'Welcome to Drumbeat'}>
          {posts.data ? (
            <Headline
              posts={posts.data}
              account={account && shortOf(account)}
              paused={user.postsPaused || (account?.posts_paused ?? false)}
              planAt={(now) => planStateOf(user, subscription, now)}
              timeZone={user.timeZone}
              folded={folded}
              action={action}
            />
          ) : (
            <p className={styles.noHeadline}>{posts.error ? 'We cannot see your posts right now' : null}</p>
          )}
        </WelcomeHeader>
        <TrialChip user={user} subscription={subscription} />
      </div>
      <AccountStatus
        user={user}
        accounts={accounts}
        account={account}
        posts={posts.data}
        onConnect={onConnect}
      />
    </>
  );
}

/** The parts of an account that the headline depends on. */
function shortOf({ username, needs_reconnect, is_active, limited_until, stopped_since }: XAccount) {
  return {
    username,
    usable: !needs_reconnect,
    isActive: is_active,
    limitedUntil: limited_until === null ? null : Date.parse(limited_until),
    isStopped: stopped_since !== null,
  };
}

/** True for the first moments of a session's first visit. */
function useWelcome(): boolean {
  const [isNew, setNew] = useState(() => sessionStorage.getItem(KEY) !== sessionMark());
  useEffect(() => {
    sessionStorage.setItem(KEY, sessionMark());
    const timer = setTimeout(() => setNew(false), WELCOME_MS);
    return () => clearTimeout(timer);
  }, []);
  return isNew;
}

/** Renders both in one place, so that nothing moves when one replaces the other. */
function WelcomeHeader({ words, children }: { words: string; children: ReactNode }) {
  const isNew = useWelcome();
  return (
    <div className={top.header}>
      {isNew ? <p className={top.welcome}>{words}</p> : null}
      <div className={isNew ? top.waiting : top.shown}>{children}</div>
    </div>
  );
}
