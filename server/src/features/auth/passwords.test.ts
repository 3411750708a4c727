import * as argon2 from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { createPasswords } from './passwords.ts';

/** The real argon2, watched. */
function watched() {
  const hash = vi.fn(argon2.hash);
  const verify = vi.fn(argon2.verify);
  return { hash, verify, passwords: createPasswords({ hash, verify }) };
}

test('a password fits its own hash only', async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash('Correct-horse-7');
  expect(await passwords.verify(stored, 'Correct-horse-7')).toBe(true);
  expect(await passwords.verify(stored, 'correct-horse-7')).toBe(false);
  expect(await passwords.hash('Correct-horse-7')).not.toBe(stored);
});

test('without a stored hash the same work is done, at the same cost, and the answer is no', async () => {
  const { passwords, verify } = watched();
  const stored = await passwords.hash('Correct-horse-7');
  await passwords.verify(stored, 'Wrong-horse-7');
  expect(await passwords.verify(undefined, 'Wrong-horse-7')).toBe(false);
  const compared = verify.mock.calls.map(([against]) => costOf(String(against)));
  expect(compared).toEqual(['$argon2id$v=19$m=19456,t=2,p=1', '$argon2id$v=19$m=19456,t=2,p=1']);
});

function costOf(phc: string): string {
  return phc.split('$').slice(0, 4).join('$');
}

test('AUTH-36 more than 128 characters never reach argon2', async () => {
  const { passwords, hash, verify } = watched();
  const long = 'Aa1!'.padEnd(129, 'x');
  await expect(passwords.hash(long)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  await expect(passwords.verify(undefined, long)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  expect(hash).not.toHaveBeenCalled();
  expect(verify).not.toHaveBeenCalled();
});

test('two are at work at a time, the others wait in line, and beyond 200 waiting it is refused', async () => {
  const open: (() => void)[] = [];
  const { passwords, hash } = watched();
  hash.mockImplementation(() => new Promise((resolve) => open.push(() => resolve('a hash'))));
  const inLine = Array.from({ length: 202 }, () => passwords.hash('Correct-horse-7'));
  await vi.waitFor(() => expect(open).toHaveLength(2), { timeout: 10_000 });
  await expect(passwords.hash('Correct-horse-7')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    retryAfter: 2,
  });

  let done = 0;
  while (done < inLine.length) {
    const turn = open.splice(0);
    expect(turn.length).toBeLessThanOrEqual(2);
    for (const finish of turn) finish();
    done += turn.length;
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await Promise.all(inLine)).toHaveLength(202);
});

test('a hash that fails gives its turn back', async () => {
  const { passwords, hash } = watched();
  hash.mockRejectedValueOnce(new Error('out of memory'));
  await expect(passwords.hash('Correct-horse-7')).rejects.toThrow('out of memory');
  expect(await Promise.all([1, 2, 3].map(() => passwords.hash('Correct-horse-7')))).toHaveLength(3);
});
