import type { Db } from '../../../platform/database/database.ts';
import { hashToken, randomToken } from '../../../platform/secrets.ts';
import { spokenMoment } from '../../emails/emails.rules.ts';
import { queueEmail } from '../../emails/sending/queue-email.ts';
import type { UserRecord } from '../../users/users.types.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { verificationEnd } from '../auth.rules.ts';
import { insertEmailToken } from '../auth.store.ts';

/** Creates a verification link and queues its email, both in the caller's transaction. */
export async function queueVerification(
  deps: AuthDeps,
  tx: Db,
  user: Pick<UserRecord, 'id' | 'email' | 'timeZone' | 'createdAt' | 'signUpDevice'>,
): Promise<void> {
  const now = deps.clock.now();
  const token = randomToken();
  await insertEmailToken(tx, {
    userId: user.id,
    purpose: 'verify_email',
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt: verificationEnd(now),
  });
  await queueEmail(deps, tx, {
    userId: user.id,
    to: user.email,
    template: 'verify_email',
    variables: {
      email: user.email,
      link: `${deps.publicUrl}/verify-email?token=${token}`,
      when: spokenMoment(user.createdAt, user.timeZone),
      device: user.signUpDevice ?? 'a device that we do not know',
      disown: `${deps.publicUrl}/verify-email?not-me=1&token=${token}`,
    },
  });
}
