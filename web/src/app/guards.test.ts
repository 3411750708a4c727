import { describe, expect, test } from 'vitest';
import { decide, type GuardInput, hasPlan, needsSignIn, safeRedirect } from './guards.ts';

const subscriber = {
  emailVerifiedAt: '2026-01-01T00:00:00Z',
  hasPaymentMethod: true,
  hasEverSubscribed: true,
  isInTrial: false,
};

const unverified = { ...subscriber, emailVerifiedAt: null };

const withoutPlan = { ...subscriber, hasPaymentMethod: false, hasEverSubscribed: false };

function at(pathname: string, other: Partial<GuardInput> = {}) {
  return decide({
    pathname,
    search: '',
    reason: undefined,
    maintenance: { active: false, isAdmin: false },
    twoFactorPending: false,
    signedIn: other.user !== undefined,
    sessionEnd: undefined,
    user: undefined,
    confirmingCheckout: false,
    ...other,
  });
}

const down = { active: true, isAdmin: false };

const toMaintenance = { do: 'go', to: '/maintenance' };

describe('maintenance', () => {
  test.each(['/', '/dashboard', '/products', '/verify-email', '/terms', '/nowhere'])(
    'ROUTE-01 MNT-09 during maintenance %s goes to /maintenance',
    (path) => {
      expect(at(path, { maintenance: down, user: subscriber })).toEqual(toMaintenance);
      expect(at(path, { maintenance: down })).toEqual(toMaintenance);
    },
  );
  test('ROUTE-01 /auth is exempt, and /maintenance stays where it is', () => {
    expect(at('/auth', { maintenance: down })).toEqual({ do: 'show' });
    expect(at('/maintenance', { maintenance: down })).toEqual({ do: 'show' });
    expect(at('/view', { maintenance: down })).toEqual({ do: 'show' });
  });
  test('MNT-10 an admin passes', () => {
    expect(at('/dashboard', { maintenance: { active: true, isAdmin: true }, user: subscriber })).toEqual({
      do: 'show',
    });
  });
});

describe('the main app', () => {
  test('ROUTE-03 ROUTE-07 a visitor goes to /auth', () => {
    expect(at('/dashboard')).toEqual({ do: 'go', to: '/auth' });
    expect(at('/settings')).toEqual({ do: 'go', to: '/auth?redirect=%2Fsettings' });
    expect(at('/dashboard', { search: '?view=calendar' })).toEqual({
      do: 'go',
      to: '/auth?redirect=%2Fdashboard%3Fview%3Dcalendar',
    });
  });
  test('SHELL-06 a person who has just signed out goes to /', () => {
    expect(at('/dashboard', { sessionEnd: 'signed-out' })).toEqual({ do: 'go', to: '/' });
    expect(at('/dashboard', { sessionEnd: 'expired' })).toEqual({ do: 'go', to: '/auth' });
  });
  test('ADM-CON-21 staff whose session expired sign in and return to the console', () => {
    const ended = { search: '?feedback.q=slow', sessionEnd: 'expired' } as const;
    const to = '/auth?redirect=%2Fadmin%3Ffeedback.q%3Dslow';
    expect(at('/admin', ended)).toEqual({ do: 'go', to });
    expect(at('/admin/customer', { ...ended, search: '?id=1' })).toMatchObject({ do: 'go' });
    expect(at('/admin')).toEqual({ do: 'show' });
    expect(at('/admin', { sessionEnd: 'signed-out' })).toEqual({ do: 'show' });
  });
  test('ROUTE-06 the steps are evaluated in their order', () => {
    const everything = { maintenance: down, twoFactorPending: true, signedIn: false };
    expect(at('/dashboard', everything)).toEqual(toMaintenance);
    expect(at('/dashboard', { ...everything, maintenance: { active: false, isAdmin: false } })).toMatchObject(
      {
        reason: 'two_factor_required',
      },
    );
    const both = { ...withoutPlan, emailVerifiedAt: null };
    expect(at('/dashboard', { user: both })).toMatchObject({ reason: 'email_not_verified' });
  });
  test('ROUTE-07 /dashboard, /settings and the pages below them need a sign-in', () => {
    expect(needsSignIn('/dashboard')).toBe(true);
    expect(needsSignIn('/dashboard/x')).toBe(true);
    for (const path of ['/settings', '/settings/facts', '/voice']) expect(needsSignIn(path), path).toBe(true);
    expect(needsSignIn('/dashboards')).toBe(false);
  });
  test.each(['/dashboard', '/settings'])(
    'ROUTE-02 ROUTE-04 ROUTE-05 ROUTE-08 %s needs the second factor, a verified email and a plan',
    (path) => {
      const go = (to: string, reason: string) => ({ do: 'go', to, reason });
      expect(at(path, { twoFactorPending: true })).toEqual(go('/auth', 'two_factor_required'));
      expect(at(path, { user: unverified })).toEqual(go('/products', 'email_not_verified'));
      expect(at(path, { user: withoutPlan })).toEqual(go('/products', 'plan_required'));
      expect(at(path, { user: subscriber })).toEqual({ do: 'show' });
      expect(at(path, { signedIn: true })).toEqual({ do: 'wait' });
    },
  );
  test('ROUTE-08 ROUTE-15 a verified person with a payment method or a past subscription is let in', () => {
    expect(at('/dashboard', { user: { ...withoutPlan, hasPaymentMethod: true } })).toEqual({ do: 'show' });
    expect(at('/dashboard', { user: { ...withoutPlan, hasEverSubscribed: true } })).toEqual({ do: 'show' });
  });
  test('ROUTE-11 a trial without a payment method passes', () => {
    expect(hasPlan({ ...withoutPlan, isInTrial: true })).toBe(true);
    expect(at('/dashboard', { user: { ...withoutPlan, isInTrial: true } })).toEqual({ do: 'show' });
  });
});

describe('the crypto screens', () => {
  test.each(['/billing/crypto', '/onboarding/payment'])(
    'CRYP-01 CRYP-02 ROUTE-01 ROUTE-02 ROUTE-03 %s is open to any signed-in user',
    (path) => {
      for (const user of [subscriber, unverified, withoutPlan])
        expect(at(path, { user })).toEqual({ do: 'show' });
      expect(at(path)).toEqual({ do: 'go', to: `/auth?redirect=${encodeURIComponent(path)}` });
      expect(at(path, { twoFactorPending: true })).toMatchObject({ reason: 'two_factor_required' });
      expect(at(path, { maintenance: down, user: subscriber })).toEqual(toMaintenance);
    },
  );
});

describe('screens open to visitors', () => {
  test.each(['/', '/auth', '/products', '/terms', '/privacy', '/verify-email', '/nowhere'])(
    'ROUTE-25 a visitor may open %s',
    (path) => expect(at(path)).toEqual({ do: 'show' }),
  );
  test('LAND-12 a verified person at / goes to /dashboard, unless a token is in the address', () => {
    expect(at('/', { user: subscriber })).toEqual({ do: 'go', to: '/dashboard' });
    expect(at('/', { user: subscriber, search: '?token=abc' })).toEqual({ do: 'show' });
  });
  test('LAND-15 an unverified person sees the landing page', () => {
    expect(at('/', { user: unverified })).toEqual({ do: 'show' });
  });
  test('AUTH-09 a verified person at /auth goes to the redirect target or /dashboard', () => {
    expect(at('/auth', { user: subscriber })).toEqual({ do: 'go', to: '/dashboard' });
    expect(at('/auth', { user: subscriber, search: '?redirect=/products' })).toEqual({
      do: 'go',
      to: '/products',
    });
  });
  test('AUTH-10 an unverified person at /auth goes to /products', () => {
    expect(at('/auth', { user: unverified, search: '?redirect=/dashboard' })).toEqual({
      do: 'go',
      to: '/products',
    });
  });
  test('AUTH-11 AUTH-12 a token or a pending second factor keeps them there', () => {
    expect(at('/auth', { user: subscriber, search: '?token=abc' })).toEqual({ do: 'show' });
    expect(at('/reset-password', { user: subscriber, hasLinkToken: true })).toEqual({ do: 'show' });
    expect(at('/reset-password', { user: subscriber })).toEqual({ do: 'go', to: '/dashboard' });
    expect(at('/auth', { user: subscriber, reason: 'two_factor_required' })).toEqual({ do: 'show' });
  });
});

test('AUTH-48 a developer who skips payment reaches the dashboard without a verified email or a plan', () => {
  const user = { ...withoutPlan, emailVerifiedAt: null };
  expect(at('/dashboard', { user, skipPayment: true })).toEqual({ do: 'show' });
  expect(at('/auth', { user, skipPayment: true })).toEqual({ do: 'go', to: '/dashboard' });
  expect(at('/dashboard', { skipPayment: true })).toMatchObject({ do: 'go', to: '/auth' });
  expect(at('/dashboard', { user, skipPayment: true, maintenance: down })).toEqual(toMaintenance);
});

test('a redirect after sign-in stays on our site and keeps its query', () => {
  const to = (redirect: string) =>
    at('/auth', { user: subscriber, search: `?${new URLSearchParams({ redirect })}` });
  expect(to('//elsewhere.example')).toEqual({ do: 'go', to: '/dashboard' });
  expect(to('/settings?a=b&c=d#subscription')).toEqual({ do: 'go', to: '/settings?a=b&c=d#subscription' });
});

test('only a verified person without a plan waits for a checkout', () => {
  const confirmingCheckout = true;
  expect(at('/dashboard', { user: withoutPlan, confirmingCheckout })).toEqual({ do: 'wait' });
  expect(at('/dashboard', { user: subscriber, confirmingCheckout })).toEqual({ do: 'show' });
  expect(at('/settings', { user: unverified, confirmingCheckout })).toMatchObject({
    reason: 'email_not_verified',
  });
  expect(at('/products', { user: withoutPlan, confirmingCheckout })).toEqual({ do: 'show' });
});

test("AUTH-07 the redirect target is used when it starts with '/' and contains no '://'", () => {
  expect(safeRedirect('/products')).toBe('/products');
  expect(safeRedirect(null)).toBe('/dashboard');
  expect(safeRedirect('/dashboard?view=calendar#today')).toBe('/dashboard?view=calendar#today');
  expect(safeRedirect('products')).toBe('/dashboard');
  expect(safeRedirect('https://elsewhere.example/')).toBe('/dashboard');
  expect(safeRedirect('/go?to=https://elsewhere.example')).toBe('/dashboard');
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

test.each(outside)('AUTH-08 %j does not leave our origin', (target) => {
  expect(safeRedirect(target)).toBe('/dashboard');
});
