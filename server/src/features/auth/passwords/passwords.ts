import { PASSWORD_MAX, PASSWORD_TOO_LONG } from '@drumbeat/contract/auth/password.rules.ts';
import * as argon2 from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '../../../platform/errors.ts';
import { networkOf } from '../../../platform/http/proxies.ts';
import { randomToken } from '../../../platform/secrets.ts';

/** OWASP's recommended cost for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const COST_IN_HASH = `$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
/** The concurrency limit: argon2 uses threads of the pool that DNS and files need too. */
const SIDE_BY_SIDE = 2;
const MOST_WAITING = 200;
const MOST_WAITING_OF_ONE_NETWORK = 10;

export type Passwords = {
  /** The hash to store. Throws VALIDATION_FAILED above 128 characters. */
  hash(password: string, ip: string): Promise<string>;
  /**
   * Whether the password matches. Without a stored hash it checks a decoy, which takes equally long, and
   * returns false.
   */
  verify(stored: string | undefined, password: string, ip: string): Promise<boolean>;
  /**
   * The hash of a text with a base64url salt of 16 bytes: a shared salt allows looking it up among several.
   */
  digest(text: string, salt: string, ip: string): Promise<string>;
  /** Whether a stored hash was made with a different cost than today's. */
  isDated(stored: string): boolean;
};

/**
 * Hashes and checks passwords, two at a time; `ip` is the caller's. Throws UNAVAILABLE if too many calls are
 * queued, in total or from that network. Tests pass their own `engine` to see what reaches argon2.
 */
export function createPasswords(
  engine: Pick<typeof argon2, 'hash' | 'verify' | 'hashRaw'> = argon2,
): Passwords {
  const takeTurn = createLine();
  let decoy: Promise<string> | undefined;

  return {
    async hash(password, ip) {
      refuseTooLong(password);
      return takeTurn(ip, () => engine.hash(password, cost));
    },
    async verify(stored, password, ip) {
      refuseTooLong(password);
      decoy ??= engine.hash(randomToken(), cost);
      const compared = stored ?? (await decoy);
      const fits = await takeTurn(ip, () => engine.verify(compared, password));
      return fits && stored !== undefined;
    },
    async digest(text, salt, ip) {
      const options = { ...cost, salt: Buffer.from(salt, 'base64url') };
      return (await takeTurn(ip, () => engine.hashRaw(text, options))).toString('hex');
    },
    isDated: (stored) => !stored.startsWith('$argon2id$v=19$') || !stored.includes(COST_IN_HASH),
  };
}

function refuseTooLong(password: string): void {
  if (password.length > PASSWORD_MAX) throw new AppError('VALIDATION_FAILED', PASSWORD_TOO_LONG);
}

/** Runs two at a time; others wait in a queue with a limited number of places per network. */
function createLine(): <T>(ip: string, work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(SIDE_BY_SIDE);
  const waitingOf = new Map<string, number>();
  return (ip, work) => {
    const network = networkOf(ip);
    const waiting = waitingOf.get(network) ?? 0;
    if (limit.activeCount < SIDE_BY_SIDE) return limit(work);
    if (limit.pendingCount >= MOST_WAITING || waiting >= MOST_WAITING_OF_ONE_NETWORK)
      throw new AppError('UNAVAILABLE', 'We are very busy. Please try again in a moment.', { retryAfter: 2 });
    waitingOf.set(network, waiting + 1);
    return limit(() => {
      const left = (waitingOf.get(network) ?? 1) - 1;
      if (left > 0) waitingOf.set(network, left);
      else waitingOf.delete(network);
      return work();
    });
  };
}
