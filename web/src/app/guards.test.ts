import { describe, expect, test } from 'vitest';
import { decide, type GuardInput, needsSignIn, safeRedirect } from './guards.ts';

const subscriber = {
  emailVerifiedAt: '2026-01-01T00:00:00Z',
  hasPaymentMethod: true,
  hasEverSubscribed: true,
  isInTrial: false,
};
const unverified = { ...subscriber, emailVerifiedAt: null };
const withoutPlan = { ...subscriber, hasPaymentMethod: false, hasEverSubscribed: false };
const neither = { ...withoutPlan, emailVerifiedAt: null };
const open = { active: false, isAdmin: false };
const down = { active: true, isAdmin: false };

/** What becomes of a visit: 'show', 'wait', or where it goes and why. */
function at(pathname: string, other: Partial<GuardInput> = {}): string {
  const decision = decide({
    pathname,
    search: '',
    reason: undefined,
    maintenance: open,
    twoFactorPending: false,
    signedIn: other.user !== undefined,
    sessionEnd: undefined,
    user: undefined,
    confirmingCheckout: false,
    ...other,
  });
  if (decision.do !== 'go') return decision.do;
  return decision.reason ? `${decision.to}: ${decision.reason}` : decision.to;
}

describe('maintenance', () => {
  test.each(['/', '/dashboard', '/products', '/verify-email', '/terms', '/nowhere'])(
    'ROUTE-01 MNT-09 during maintenance %s goes to /maintenance',
    (path) => {
      expect(at(path, { maintenance: down, user: subscriber })).toBe('/maintenance');
      expect(at(path, { maintenance: down })).toBe('/maintenance');
    },
  );
  test('ROUTE-01 /auth is exempt, and /maintenance stays where it is', () => {
    for (const path of ['/auth', '/maintenance', '/view'])
      expect(at(path, { maintenance: down }), path).toBe('show');
  });
  test('MNT-10 an admin passes', () => {
    expect(at('/dashboard', { maintenance: { active: true, isAdmin: true }, user: subscriber })).toBe('show');
  });
});

describe('the main app', () => {
  test('ROUTE-03 ROUTE-07 a visitor goes to /auth', () => {
    expect(at('/dashboard')).toBe('/auth');
    expect(at('/settings')).toBe('/auth?redirect=%2Fsettings');
    const search = '?view=calendar';
    expect(at('/dashboard', { search })).toBe('/auth?redirect=%2Fdashboard%3Fview%3Dcalendar');
  });
  test('SHELL-06 a person who has just signed out goes to /', () => {
    expect(at('/dashboard', { sessionEnd: 'signed-out' })).toBe('/');
    expect(at('/dashboard', { sessionEnd: 'expired' })).toBe('/auth');
  });
  test('ADM-CON-21 staff whose session expired sign in and return to the console', () => {
    const ended = { search: '?feedback.q=slow', sessionEnd: 'expired' } as const;
    expect(at('/admin', ended)).toBe('/auth?redirect=%2Fadmin%3Ffeedback.q%3Dslow');
    expect(at('/admin/customer', { ...ended, search: '?id=1' })).toMatch(/^\/auth\?redirect/);
    expect(at('/admin')).toBe('show');
    expect(at('/admin', { sessionEnd: 'signed-out' })).toBe('show');
  });
  test('ROUTE-06 the steps are evaluated in their order', () => {
    const everything = { maintenance: down, twoFactorPending: true, signedIn: false };
    expect(at('/dashboard', everything)).toBe('/maintenance');
    expect(at('/dashboard', { ...everything, maintenance: open })).toBe('/auth: two_factor_required');
    expect(at('/dashboard', { user: neither })).toBe('/products: email_not_verified');
  });
  test('ROUTE-07 /dashboard, /settings and the pages below them need a sign-in', () => {
    for (const path of ['/dashboard', '/dashboard/x', '/settings', '/settings/facts', '/voice'])
      expect(needsSignIn(path), path).toBe(true);
    expect(needsSignIn('/dashboards')).toBe(false);
  });
  test.each(['/dashboard', '/settings'])(
    'ROUTE-02 ROUTE-04 ROUTE-05 ROUTE-08 %s needs the second factor, a verified email and a plan',
    (path) => {
      expect(at(path, { twoFactorPending: true })).toBe('/auth: two_factor_required');
      expect(at(path, { user: unverified })).toBe('/products: email_not_verified');
      expect(at(path, { user: withoutPlan })).toBe('/products: plan_required');
      expect(at(path, { user: subscriber })).toBe('show');
      expect(at(path, { signedIn: true })).toBe('wait');
    },
  );
  test.each(['hasPaymentMethod', 'hasEverSubscribed', 'isInTrial'])(
    'ROUTE-08 ROUTE-11 ROUTE-15 %s lets a verified person in',
    (plan) => expect(at('/dashboard', { user: { ...withoutPlan, [plan]: true } })).toBe('show'),
  );
  test('only a verified person without a plan waits for a checkout', () => {
    const confirmingCheckout = true;
    expect(at('/dashboard', { user: withoutPlan, confirmingCheckout })).toBe('wait');
    expect(at('/dashboard', { user: subscriber, confirmingCheckout })).toBe('show');
    expect(at('/settings', { user: unverified, confirmingCheckout })).toBe('/products: email_not_verified');
    expect(at('/products', { user: withoutPlan, confirmingCheckout })).toBe('show');
  });
  test('AUTH-48 a developer who skips payment needs neither a verified email nor a plan', () => {
    const skipping = { user: neither, skipPayment: true };
    expect(at('/dashboard', skipping)).toBe('show');
    expect(at('/auth', skipping)).toBe('/dashboard');
    expect(at('/dashboard', { skipPayment: true })).toBe('/auth');
    expect(at('/dashboard', { ...skipping, maintenance: down })).toBe('/maintenance');
  });
});

test.each(['/billing/crypto', '/onboarding/payment'])(
  'CRYP-01 CRYP-02 ROUTE-01 ROUTE-02 ROUTE-03 %s is open to any signed-in user',
  (path) => {
    for (const user of [subscriber, unverified, withoutPlan]) expect(at(path, { user })).toBe('show');
    expect(at(path)).toBe(`/auth?redirect=${encodeURIComponent(path)}`);
    expect(at(path, { twoFactorPending: true })).toBe('/auth: two_factor_required');
    expect(at(path, { maintenance: down, user: subscriber })).toBe('/maintenance');
  },
);

describe('screens open to visitors', () => {
  test.each(['/', '/auth', '/products', '/terms', '/privacy', '/verify-email', '/nowhere'])(
    'ROUTE-25 a visitor may open %s',
    (path) => expect(at(path)).toBe('show'),
  );
  test('LAND-12 LAND-15 a verified person at / goes to /dashboard, unless a token is in the address', () => {
    expect(at('/', { user: subscriber })).toBe('/dashboard');
    expect(at('/', { user: subscriber, search: '?token=abc' })).toBe('show');
    expect(at('/', { user: unverified })).toBe('show');
  });
  test('AUTH-09 AUTH-10 a verified person at /auth goes to the redirect target or /dashboard, another to /products', () => {
    const search = '?redirect=/products';
    expect(at('/auth', { user: subscriber })).toBe('/dashboard');
    expect(at('/auth', { user: subscriber, search })).toBe('/products');
    expect(at('/auth', { user: unverified, search: '?redirect=/dashboard' })).toBe('/products');
  });
  test('AUTH-11 AUTH-12 a token or a pending second factor keeps them there', () => {
    expect(at('/auth', { user: subscriber, search: '?token=abc' })).toBe('show');
    expect(at('/reset-password', { user: subscriber, hasLinkToken: true })).toBe('show');
    expect(at('/reset-password', { user: subscriber })).toBe('/dashboard');
    expect(at('/auth', { user: subscriber, reason: 'two_factor_required' })).toBe('show');
  });
});

test("AUTH-07 the redirect target is used when it starts with '/' and contains no '://'", () => {
  for (const kept of ['/products', '/dashboard?view=calendar#today', '/settings?a=b&c=d#subscription'])
    expect(safeRedirect(kept)).toBe(kept);
  for (const other of [null, 'products', 'https://elsewhere.example/', '/go?to=https://elsewhere.example'])
    expect(safeRedirect(other)).toBe('/dashboard');
});

const outside = [
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/..//elsewhere.example',
  '/.//elsewhere.example',
  '\\\\elsewhere.example',
  ' //elsewhere.example',
  'javascript:alert(1)',
];

test.each(outside)('AUTH-08 %j does not leave our origin', (redirect) => {
  expect(safeRedirect(redirect)).toBe('/dashboard');
  const search = `?${new URLSearchParams({ redirect })}`;
  expect(at('/auth', { user: subscriber, search })).toBe('/dashboard');
});
