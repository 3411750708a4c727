import { paths } from '../base/paths.ts';

/** Any origin will do here; a target that leads to another one is refused. */
const HERE = 'https://drumbeat.invalid';
/** Control characters and spaces: browsers drop some of them silently, so `/\t/host` would become `//host`. */
const invisible = /[\p{C}\p{Z}]/u;

/**
 * Where to go after sign-in: the given target if it is a path on our own origin, else the dashboard.
 * A target starts with '/', holds no '://', and still lies on our origin once a browser has resolved it.
 */
export function safeRedirect(target: string | null): string {
  if (!target?.startsWith('/') || target.includes('://') || invisible.test(target)) return paths.dashboard;
  if (target[1] === '/' || target[1] === '\\') return paths.dashboard;
  const url = URL.parse(target, HERE);
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return paths.dashboard;
  return url.pathname + url.search + url.hash;
}
