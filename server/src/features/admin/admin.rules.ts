/** An email address that shows its first letter and its domain: `a***@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${email.slice(0, 1)}***${email.slice(at)}`;
}

/** A provider's id that shows its prefix only: `cus_` and stars. */
export function maskedId(id: string): string {
  return `${/^[a-z]+_/.exec(id)?.[0] ?? ''}********`;
}
