import * as argon2 from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { keyedBackupCode } from '../two-factor/compute-totp.ts';
import { createPasswords } from './passwords.ts';

/** The real argon2, with a record of its calls. */
function watched() {
  const hash = vi.fn(argon2.hash);
  const verify = vi.fn(argon2.verify);
  return { hash, verify, passwords: createPasswords({ ...argon2, hash, verify }) };
}

test('without a stored hash the same work is done and the answer is no', async () => {
  const { passwords, verify } = watched();
  const stored = await passwords.hash('Correct-horse-7', '192.0.2.1');
  await passwords.verify(stored, 'Wrong-horse-7', '192.0.2.1');
  expect(await passwords.verify(undefined, 'Wrong-horse-7', '192.0.2.1')).toBe(false);
  const compared = verify.mock.calls.map(([against]) => costOf(String(against)));
  expect(compared).toEqual(['$argon2id$v=19$m=19456,t=2,p=1', '$argon2id$v=19$m=19456,t=2,p=1']);
});

test('stored backup codes stay readable, and hashes of another cost are dated', async () => {
  const passwords = createPasswords();
  // Codes on paper outlive every release: with another cost or key none of them would be found.
  expect(await passwords.digest('k7dm-20xq', 'c2FsdCBvbmUgb2YgdHdvIQ', '192.0.2.1')).toBe(
    '388b1e19bb61499a335c9ad036be5a35a61e6a5a21004f1cb2049da18cae3bf2',
  );
  expect(keyedBackupCode('JBSWY3DPEHPK3PXP', 'k7dm-20xq')).toBe(
    '82aa968980def26a2183875259d1abedd274168bf9d93718e6d8c312bf41560c',
  );
  const isDated = (head: string) => passwords.isDated(`${head}$c2FsdA$aGFzaA`);
  expect(isDated('$argon2id$v=19$m=19456,t=2,p=1')).toBe(false);
  for (const former of [
    '$argon2i$v=19$m=19456,t=2,p=1',
    '$argon2id$v=16$m=19456,t=2,p=1',
    '$argon2id$v=19$m=19455,t=2,p=1',
    '$argon2id$v=19$m=19456,t=3,p=1',
    '$argon2id$v=19$m=19456,t=2,p=2',
  ])
    expect(isDated(former), former).toBe(true);
});

function costOf(phc: string): string {
  return phc.split('$').slice(0, 4).join('$');
}

test('AUTH-36 more than 128 characters never reach argon2', async () => {
  const { passwords, hash, verify } = watched();
  const long = 'Aa1!'.padEnd(129, 'x');
  await expect(passwords.hash(long, '192.0.2.1')).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: 'Password must have at most 128 characters',
  });
  await expect(passwords.verify(undefined, long, '192.0.2.1')).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
  expect(hash).not.toHaveBeenCalled();
  expect(verify).not.toHaveBeenCalled();
});

/** An engine that works until it is told to be done. */
function slow() {
  const open: (() => void)[] = [];
  const { passwords, hash } = watched();
  hash.mockImplementation(() => new Promise((resolve) => open.push(() => resolve('a hash'))));
  async function finishAll(): Promise<number> {
    let most = 0;
    do {
      const turn = open.splice(0);
      most = Math.max(most, turn.length);
      for (const finish of turn) finish();
      await new Promise((resolve) => setImmediate(resolve));
    } while (open.length > 0);
    return most;
  }
  const from = (ip: string) => passwords.hash('Correct-horse-7', ip);
  return { from, finishAll };
}
const busy = { code: 'UNAVAILABLE', retryAfter: 2 };

test('two hashes run at a time, 200 wait, and more are refused', async () => {
  const { from, finishAll } = slow();
  const inLine = Array.from({ length: 202 }, (_, index) => from(`192.0.2.${index}`));
  await expect(from('198.51.100.1')).rejects.toMatchObject(busy);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await finishAll()).toBe(2);
  expect(await Promise.all(inLine)).toHaveLength(202);
  const again = from('198.51.100.1');
  await new Promise((resolve) => setImmediate(resolve));
  await finishAll();
  expect(await again).toBe('a hash');
});

test('one network has ten waiting places, however many addresses it uses, and gets them back', async () => {
  const { from, finishAll } = slow();
  for (let round = 0; round < 2; round += 1) {
    const inLine = Array.from({ length: 12 }, (_, index) => from(`2001:db8:1:1::${index}`));
    await expect(from('2001:db8:1:1::ffff')).rejects.toMatchObject(busy);
    const other = from('2001:db8:1:2::1');
    await new Promise((resolve) => setImmediate(resolve));
    await finishAll();
    expect(await Promise.all([...inLine, other])).toHaveLength(13);
  }
});

test('a hash that fails gives its turn back', async () => {
  const { passwords, hash } = watched();
  hash.mockRejectedValueOnce(new Error('out of memory'));
  await expect(passwords.hash('Correct-horse-7', '192.0.2.1')).rejects.toThrow('out of memory');
  expect(await Promise.all([1, 2, 3].map(() => passwords.hash('Correct-horse-7', '192.0.2.1')))).toHaveLength(
    3,
  );
});
