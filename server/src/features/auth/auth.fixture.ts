import { sql } from 'drizzle-orm';
import type { TestApp } from '../../../test/build-app.ts';
import { authenticatorFor } from '../../../test/two-factor.ts';
import type { Limit } from '../../platform/rate-limits.ts';

/** The token of the last link that was emailed to this address, sent or not. */
export async function lastLinkToken({ platform }: TestApp, email: string): Promise<string> {
  const { rows } = await platform.db.execute(sql`
    select sealed_variables from emails where recipient = ${email} and template_key in ('verify_email', 'reset_password')
    order by id desc limit 1`);
  const { link } = JSON.parse(platform.sealer.open(String(rows[0]?.sealed_variables)));
  return new URL(link).searchParams.get('token') ?? '';
}

/** Uses up a limit, but for so many points. */
export async function useUp(
  { platform }: TestApp,
  { name, points, seconds }: Limit,
  key: string | number,
  left = 1,
): Promise<void> {
  const expire = platform.clock.now().getTime() + seconds * 1000;
  await platform.db.execute(sql`
    insert into rate_limits (key, points, expire) values (${`${name}:${key}`}, ${points - left}, ${expire})
    on conflict (key) do update set points = excluded.points, expire = excluded.expire`);
}

/** The code that built users' authenticators show now, or so many steps of 30 seconds later. */
export function builtCode(app: TestApp, steps = 0): string {
  const qrCode = 'otpauth://totp/Drumbeat?secret=JBSWY3DPEHPK3PXP';
  return authenticatorFor({ qrCode, backupCodes: [] }).codeAt(app, steps);
}
