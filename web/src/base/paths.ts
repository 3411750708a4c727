/** Every URL path of the app. No other module spells one out. */
export const paths = {
  landing: '/',
  auth: '/auth',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  products: '/products',
  cryptoBilling: '/billing/crypto',
  onboardingPayment: '/onboarding/payment',
  dashboard: '/dashboard',
  settings: '/settings',
  voice: '/voice',
  facts: '/settings/facts',
  subscription: '/settings#subscription',
  maintenance: '/maintenance',
  terms: '/terms',
  privacy: '/privacy',
  admin: '/admin',
  adminCustomer: '/admin/customer',
  /** Opened by the console for staff who view a customer. */
  view: '/view',
} as const;

/** The path of `/auth` that returns to `target` after sign-in. */
export function authThen(target: string): string {
  return `${paths.auth}?${new URLSearchParams({ redirect: target })}`;
}

/** The staff page of one customer; `more` selects a tab and what to open in it. */
export function customerPath(id: string, more: Record<string, string> = {}): string {
  return `${paths.adminCustomer}?${new URLSearchParams({ id, ...more })}`;
}

/** The staff console with a section opened; `filters` sets its filters by name. */
export function consolePath(section: string, filters: Record<string, string> = {}): string {
  const named = Object.entries(filters).map(([name, value]) => [`${section}.${name}`, value]);
  return `${paths.admin}?${new URLSearchParams([['open', section], ...named])}`;
}

/** Whether a path shows the sign-in screen in any of its modes. */
export function isAuthPath(pathname: string): boolean {
  return pathname === paths.auth || pathname === paths.resetPassword;
}

/** Whether a path equals `path` or is below it. */
export function isBelow(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}

/** Navigation state for links to `/auth` that open the sign-up form; the URL does not change. */
export const signUpState = { mode: 'signUp' } as const;

/** Why a guard redirected the person; passed in the navigation state. */
export type Reason = 'two_factor_required' | 'email_not_verified' | 'plan_required';

/** Navigation state for links to the legal pages: where their back link leads. */
export type LegalState = { returnTo: 'signUp' | 'home' };
