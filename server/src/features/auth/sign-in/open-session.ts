import type { Origin } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { hashToken, randomToken } from '../../../platform/secrets.ts';
import { sessionEnd } from '../auth.rules.ts';
import { insertKnownNetwork, insertSession } from '../auth.store.ts';
import type { OpenedSession } from '../auth.types.ts';
import { deviceOf, maskedIp } from './device.rules.ts';

/** Creates a session for a person whose identity was verified. */
export async function openSession(
  tx: Db,
  userId: number,
  now: Date,
  origin?: Origin,
): Promise<OpenedSession> {
  const token = randomToken();
  await insertSession(tx, {
    userId,
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt: sessionEnd(now),
    lastSeenAt: now,
    device: origin?.userAgent ? deviceOf(origin.userAgent) : null,
    ip: origin ? maskedIp(origin.ip) : null,
  });
  if (origin) await insertKnownNetwork(tx, userId, origin.ip, now);
  return { userId, token };
}
