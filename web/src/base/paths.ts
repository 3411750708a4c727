/** Every address of the app. Nothing else spells one out. */
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
  /** Opened by the console, for staff who view a customer. */
  view: '/view',
} as const;

/** `/auth`, remembering where to go afterwards. */
export function authThen(target: string): string {
  return `${paths.auth}?${new URLSearchParams({ redirect: target })}`;
}

/** The staff's view of one customer; `more` names a tab, and what to open in it. */
export function customerPath(id: string, more: Record<string, string> = {}): string {
  return `${paths.adminCustomer}?${new URLSearchParams({ id, ...more })}`;
}

/** A section of the staff's console, opened, with its filters by name. */
export function consolePath(section: string, filters: Record<string, string> = {}): string {
  const named = Object.entries(filters).map(([name, value]) => [`${section}.${name}`, value]);
  return `${paths.admin}?${new URLSearchParams([['open', section], ...named])}`;
}

/** Whether a path shows the sign-in screen, in whichever of its modes. */
export function isAuthPath(pathname: string): boolean {
  return pathname === paths.auth || pathname === paths.resetPassword;
}

/** Whether an address is this path or lies under it. */
export function isBelow(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}

/** Navigation state for links to `/auth` that ask for the sign-up form; the address stays plain. */
export const signUpState = { mode: 'signUp' } as const;

/** Why a guard sent the person elsewhere; carried in the navigation state. */
export type Reason = 'two_factor_required' | 'email_not_verified' | 'plan_required';

/** Navigation state for links to the legal pages: where their back link leads. */
export type LegalState = { returnTo: 'signUp' | 'home' };
