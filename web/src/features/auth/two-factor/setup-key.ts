/** The secret in a setup's `otpauth` URL, in groups of four, for people who type it into their app. */
export function setupKeyOf(otpauthUrl: string): string {
  const secret = new URL(otpauthUrl).searchParams.get('secret') ?? '';
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
