/** Seconds to wait between two verification emails. */
export const RESEND_WAIT_SECONDS = 30;
/** Minutes before a password reset link expires. */
export const RESET_LINK_MINUTES = 60;
export const DEFAULT_NICHE = 'Gaming';

/** An email address as in https://html.spec.whatwg.org/#valid-e-mail-address, with a dot in the domain. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/**
 * Whether a text is an email address: ASCII, one @, no spaces, a dot in the domain, at most 254 characters,
 * and nothing a mail program could read as a list, a comment or a second address. International domains must
 * be in `xn--` form, so that no look-alike address gets through.
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text);
}
