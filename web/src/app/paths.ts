/** Every address of the app. Nothing else spells one out. */
export const paths = {
  landing: '/',
  auth: '/auth',
  verifyEmail: '/verify-email',
  products: '/products',
  dashboard: '/dashboard',
  maintenance: '/maintenance',
  terms: '/terms',
  privacy: '/privacy',
} as const;

/** `/auth`, remembering where to go afterwards. */
export function authThen(target: string): string {
  return `${paths.auth}?${new URLSearchParams({ redirect: target })}`;
}

/** `/auth` with the sign-up form open. */
export const signUpPath = `${paths.auth}?mode=signUp`;
