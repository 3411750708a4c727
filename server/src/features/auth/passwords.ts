import { PASSWORD_MAX } from '@drumbeat/contract/auth.rules.ts';
import * as argon2 from '@node-rs/argon2';
import { AppError } from '../../platform/errors.ts';
import { randomToken } from '../../platform/secrets.ts';

/** argon2id at OWASP's cost for a server that also does other work: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** argon2 takes a thread of the pool that DNS and files need too. */
const SIDE_BY_SIDE = 2;
const MOST_WAITING = 200;

export type Passwords = {
  /** The hash to store. Throws VALIDATION_FAILED beyond 128 characters. */
  hash(password: string): Promise<string>;
  /** Whether the password fits. Without a stored hash it works as long, on a decoy, and answers no. */
  verify(stored: string | undefined, password: string): Promise<boolean>;
};

/**
 * Hashes and checks passwords, so many at a time. Both throw UNAVAILABLE when too many are waiting already. A test
 * gives its own `engine` to watch what reaches argon2.
 */
export function createPasswords(engine: Pick<typeof argon2, 'hash' | 'verify'> = argon2): Passwords {
  const takeTurn = turns(SIDE_BY_SIDE, MOST_WAITING);
  let decoy: Promise<string> | undefined;

  return {
    async hash(password) {
      refuseTooLong(password);
      return takeTurn(() => engine.hash(password, cost));
    },
    async verify(stored, password) {
      refuseTooLong(password);
      decoy ??= engine.hash(randomToken(), cost);
      const compared = stored ?? (await decoy);
      const fits = await takeTurn(() => engine.verify(compared, password));
      return fits && stored !== undefined;
    },
  };
}

function refuseTooLong(password: string): void {
  if (password.length > PASSWORD_MAX)
    throw new AppError('VALIDATION_FAILED', `Password must have at most ${PASSWORD_MAX} characters`);
}

/** Lets so many run at once; the others wait in line, up to a limit. */
function turns(sideBySide: number, mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= sideBySide) {
      if (waiting.length >= mostWaiting)
        throw new AppError('UNAVAILABLE', 'We are very busy. Please try again in a moment.', {
          retryAfter: 2,
        });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
