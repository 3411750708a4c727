/**
 * Decides who may see which screen. Pure; runs on every change of URL, session, user or maintenance.
 *
 * The order is fixed: maintenance, second factor, sign-in, verified email, plan. Last come the redirects from the two
 * screens that a signed-in person does not need: the landing page and the auth screen.
 */
import type { User } from '@drumbeat/contract/users/users.ts';
import type { SessionEnd } from '../api/session.ts';
import { authThen, isAuthPath, isBelow, paths, type Reason } from '../base/paths.ts';

export type GuardInput = {
  pathname: string;
  search: string;
  /** The person followed an emailed link; its token is no longer in the URL. */
  hasLinkToken?: boolean;
  hash?: string;
  /** The reason in the last redirect's navigation state. */
  reason: Reason | undefined;
  /** Undefined until the status is known. */
  maintenance: { active: boolean; isAdmin: boolean } | undefined;
  twoFactorPending: boolean;
  signedIn: boolean;
  sessionEnd: SessionEnd | undefined;
  /** Undefined for a visitor and until the user is loaded. */
  user: Pick<User, 'emailVerifiedAt' | 'hasPaymentMethod' | 'hasEverSubscribed' | 'isInTrial'> | undefined;
  /** The person returned from a paid checkout that the provider has not confirmed yet. */
  confirmingCheckout: boolean;
  /** A developer views the screens without a verified email or a plan; never in production. */
  skipPayment?: boolean;
};

export type Decision = { do: 'show' } | { do: 'wait' } | { do: 'go'; to: string; reason?: Reason };

const show: Decision = { do: 'show' };
const wait: Decision = { do: 'wait' };

function go(to: string, reason?: Reason): Decision {
  return reason ? { do: 'go', to, reason } : { do: 'go', to };
}

/** Screens that require sign-in, a verified email and a plan. */
const mainApp: readonly string[] = [paths.dashboard, paths.settings, paths.voice];

/** Screens that only require sign-in. */
const forSignedIn: readonly string[] = [paths.cryptoBilling, paths.onboardingPayment];

export function needsSignIn(pathname: string): boolean {
  return mainApp.some((path) => isBelow(path, pathname)) || forSignedIn.includes(pathname);
}

/** Whether the person may use paid features: has a payment method, has ever subscribed, or is in a trial. */
export function hasPlan(user: NonNullable<GuardInput['user']>): boolean {
  return user.hasPaymentMethod || user.hasEverSubscribed || user.isInTrial;
}

function guardSignedIn(input: GuardInput): Decision {
  if (input.twoFactorPending) return go(paths.auth, 'two_factor_required');
  if (!input.signedIn) {
    if (input.sessionEnd === 'signed-out') return go(paths.landing);
    const target = input.pathname + input.search + (input.hash ?? '');
    return go(target === paths.dashboard ? paths.auth : authThen(target));
  }
  if (!input.maintenance || !input.user) return wait;
  return forSignedIn.includes(input.pathname) ? show : guardMainApp(input, input.user);
}

function guardMainApp(input: GuardInput, user: NonNullable<GuardInput['user']>): Decision {
  if (input.skipPayment) return show;
  if (!user.emailVerifiedAt) return go(paths.products, 'email_not_verified');
  if (hasPlan(user)) return show;
  return input.confirmingCheckout ? wait : go(paths.products, 'plan_required');
}

/** The console refuses visitors itself, but staff whose session just expired should return to it. */
function isEndedAtConsole({ pathname, signedIn, sessionEnd }: GuardInput): boolean {
  return !signedIn && sessionEnd === 'expired' && isBelow(paths.admin, pathname);
}

export function decide(input: GuardInput): Decision {
  const { pathname, user } = input;
  const exempt = isAuthPath(pathname) || pathname === paths.maintenance || pathname === paths.view;
  if (input.maintenance?.active && !input.maintenance.isAdmin && !exempt) return go(paths.maintenance);
  if (needsSignIn(pathname) || isEndedAtConsole(input)) return guardSignedIn(input);

  const query = new URLSearchParams(input.search);
  if (!user || query.has('token') || input.hasLinkToken) return show;
  if (pathname === paths.landing && user.emailVerifiedAt) return go(paths.dashboard);
  if (isAuthPath(pathname) && input.reason !== 'two_factor_required') {
    return go(
      user.emailVerifiedAt || input.skipPayment ? safeRedirect(query.get('redirect')) : paths.products,
    );
  }
  return show;
}

/** A placeholder origin: targets that resolve to any other origin are refused. */
const HERE = 'https://drumbeat.invalid';
/** Browsers silently drop some control characters and spaces, so `/\t/host` would become `//host`. */
const invisible = /[\p{C}\p{Z}]/u;

/**
 * Where to go after sign-in: the target if it is a path on our own origin, otherwise the dashboard.
 * A target must start with '/', not contain '://', and still resolve to our origin in a browser.
 */
export function safeRedirect(target: string | null): string {
  if (!target?.startsWith('/') || target.includes('://') || invisible.test(target)) return paths.dashboard;
  if (target[1] === '/' || target[1] === '\\') return paths.dashboard;
  const url = URL.parse(target, HERE);
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return paths.dashboard;
  return url.pathname + url.search + url.hash;
}
