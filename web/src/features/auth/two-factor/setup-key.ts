/** The secret in the address of a setup, in groups of four, for those who type it into their app. */
export function setupKeyOf(otpauthUrl: string): string {
  const secret = new URL(otpauthUrl).searchParams.get('secret') ?? '';
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
