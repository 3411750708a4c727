import { BULK_RETRY_MAX, type BulkPerson } from '@drumbeat/contract/admin/bulk.admin.ts';
import type { BulkAction } from '@drumbeat/contract/admin/bulk.rules.ts';
import { secondsUntilNextMail, waitWords } from '../auth/auth.rules.ts';

type RetryState = {
  isVerified: boolean;
  isCanceled: boolean;
  /** Failed posts, oldest first, and whether each could be published through its account. */
  posts: readonly { id: number; retryCount: number; isConnected: boolean }[];
};

/** The state from the database that decides each action for a person. */
export type BulkStates = {
  pause_posts: { isCanceled: boolean; isPaused: boolean };
  resume_posts: { isCanceled: boolean; isPaused: boolean };
  resend_verification: { isVerified: boolean; sent: readonly Date[] };
  grant_generation: { accounts: readonly { id: number; from: Date | null }[]; lastCycle: Date | null };
  reset_generation: { accounts: readonly { id: number; from: Date | null; used: number }[] };
  end_sessions: { sessionIds: readonly number[] };
  retry_failed: RetryState;
};

export type Prediction = Pick<BulkPerson, 'would' | 'before' | 'after' | 'why'>;

const NOT_CONNECTED = 'No X account is connected.';
const CANCELED = 'The subscription is canceled.';
const NO_CUSTOMER = 'There is no customer with this id.';

const refused = (why: string): Prediction => ({ would: 'refused', before: null, after: null, why });
const nothing = (why: string): Prediction => ({ would: 'nothing', before: null, after: null, why });
const change = (before: string, after: string, why: string | null = null): Prediction => ({
  would: 'change',
  before,
  after,
  why,
});

const predictions: { [A in BulkAction]: (state: BulkStates[A], now: Date) => Prediction } = {
  pause_posts({ isCanceled, isPaused }) {
    if (isCanceled) return refused(CANCELED);
    return isPaused ? nothing('Already paused.') : change('Going out', 'Paused');
  },
  resume_posts({ isCanceled, isPaused }) {
    if (isCanceled) return refused(CANCELED);
    return isPaused ? change('Paused', 'Going out') : nothing('Already going out.');
  },
  resend_verification({ isVerified, sent }, now) {
    if (isVerified) return nothing('The address is already verified.');
    const wait = secondsUntilNextMail(sent, now);
    if (wait > 0) return refused(`An email was just sent. The next can go in ${waitWords(wait)}.`);
    return change('Not verified', 'A new verification email');
  },
  grant_generation({ accounts, lastCycle }) {
    if (accounts.length === 0) return refused(NOT_CONNECTED);
    const before = lastCycle ? `Last calendar ${dayWords(lastCycle)}` : 'No calendar yet';
    return change(before, 'A calendar can be made now');
  },
  reset_generation({ accounts }) {
    if (accounts.length === 0) return refused(NOT_CONNECTED);
    const used = accounts.reduce((sum, account) => sum + account.used, 0);
    return change(`${used} used`, '0 used');
  },
  end_sessions({ sessionIds: { length } }) {
    if (length === 0) return nothing('Not signed in.');
    return change(length === 1 ? '1 session' : `${length} sessions`, 'Signed out');
  },
  retry_failed(state) {
    if (state.posts.length === 0) return nothing('No post has failed.');
    if (!state.isVerified) return refused('The email is not verified.');
    if (state.isCanceled) return refused(CANCELED);
    const { length } = postsToRetry(state);
    if (length === 0) return refused('The X account of the failed posts is not connected.');
    const left = state.posts.length - length;
    return change(
      `${length} failed`,
      `${length} queued again`,
      left === 0
        ? null
        : `${left} more ${left === 1 ? 'is' : 'are'} left: not connected, or too many at once.`,
    );
  },
};

/**
 * What an action would do to a person in this state; null if the person does not exist. Consistent with the
 * action's use case.
 */
export function predict<A extends BulkAction>(action: A, state: BulkStates[A] | null, now: Date): Prediction {
  return state === null ? refused(NO_CUSTOMER) : predictions[action](state, now);
}

/** The failed posts that one bulk action retries. */
export function postsToRetry({ posts }: Pick<RetryState, 'posts'>): number[] {
  return posts
    .filter(({ isConnected }) => isConnected)
    .slice(0, BULK_RETRY_MAX)
    .map(({ id }) => id);
}

/**
 * A text that differs whenever the effect on a person would differ. A shrinking wait alone does not change
 * it.
 */
export function stateText(state: object | null, { would, before, after }: Prediction): string {
  return JSON.stringify([would, before, after, state]);
}

function dayWords(at: Date): string {
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}
