import { paths } from '../base/paths.ts';

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
