import { expect, test } from 'vitest';
import { isBusy, isLockTimeout, isSilence } from './connection.ts';

test('a busy or unreachable database and one that refuses are different errors', () => {
  const failed = (code: string) =>
    new Error('Failed query', { cause: Object.assign(new Error('no'), { code }) });
  for (const code of ['55P03', '57014', '25P03', '53300', '40P01'])
    expect(isBusy(failed(code)), code).toBe(true);
  expect([isLockTimeout(failed('55P03')), isLockTimeout(failed('57014'))]).toEqual([true, false]);
  for (const code of ['23505', '22001', '42P01']) expect(isBusy(failed(code)), code).toBe(false);
  for (const words of ['timeout exceeded when trying to connect', 'Connection terminated unexpectedly'])
    expect([isBusy(new Error(words)), isSilence(new Error(words))]).toEqual([true, false]);
  const silent = new Error('Failed query', { cause: new Error('Query read timeout') });
  expect([isBusy(silent), isSilence(silent)]).toEqual([true, true]);
  expect([isBusy('Query read timeout'), isBusy(undefined)]).toEqual([false, false]);
});
