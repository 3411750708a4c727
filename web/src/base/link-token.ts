import { paths } from './paths.ts';

/** The screens that take the token of an email in their address. */
const LINKED: readonly string[] = [paths.auth, paths.resetPassword, paths.verifyEmail];

type LinkState = { linkToken?: string } | null;

/**
 * Takes the token of an emailed link out of the address before anything else is loaded: an address is seen, shared and
 * sent on. The tab's history entry keeps it, so that a reload still has it; any navigation drops it.
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

/** The token of the emailed link that led to this entry of the tab's history; null without one. */
export function linkToken(): string | null {
  return (window.history.state as LinkState)?.linkToken ?? null;
}
