import { paths } from './paths.ts';

/** The screens that emailed links with a token open. */
const LINKED: readonly string[] = [paths.auth, paths.resetPassword, paths.verifyEmail];

type LinkState = { linkToken?: string } | null;

/**
 * Removes the token of an emailed link from the URL before anything else loads, because URLs are seen, shared
 * and sent on. It is kept in the history entry's state, so that it survives a reload but not a navigation.
 */
export function takeLinkToken(): void {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search);
  const token = query.get('token');
  if (token === null || !LINKED.includes(pathname)) return;
  query.delete('token');
  const rest = query.size > 0 ? `?${query}` : '';
  window.history.replaceState({ ...window.history.state, linkToken: token }, '', pathname + rest + hash);
}

/** The token of the emailed link that opened this history entry; null if there was none. */
export function linkToken(): string | null {
  return (window.history.state as LinkState)?.linkToken ?? null;
}
