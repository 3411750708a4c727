import { expect, test } from 'vitest';
import {
  connectionSettings,
  isBusy,
  isLockTimeout,
  isSilence,
  LISTENING,
  LIVING,
  QUEUEING,
  SERVING,
  UPKEEP,
} from './connection.ts';

test('nothing waits for ever: each kind of connection has its deadlines', () => {
  expect(connectionSettings('postgres://x/y', 'drumbeat', SERVING)).toEqual({
    connectionString: 'postgres://x/y',
    application_name: 'drumbeat',
    connectionTimeoutMillis: 2_000,
    lock_timeout: 2_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    query_timeout: 12_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    options:
      '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000',
  });
  expect(connectionSettings('', '', LIVING)).toMatchObject({
    keepAliveInitialDelayMillis: 2_000,
    options:
      '-c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3 -c tcp_user_timeout=5000',
  });
  const waits = ({ connect, lock, statement, idleInTransaction, answer }: typeof SERVING) =>
    [connect, lock, statement, idleInTransaction, answer].map((ms) => ms / 1000);
  expect({
    queueing: waits(QUEUEING),
    listening: waits(LISTENING),
    living: waits(LIVING),
    upkeep: waits(UPKEEP),
  }).toEqual({
    queueing: [5, 10, 30, 30, 35],
    listening: [5, 2, 5, 5, 5],
    living: [2, 2, 2, 2, 2],
    upkeep: [10, 300, 1_800, 300, 1_860],
  });
});

test('a database that is busy or out of reach is told apart from one that refuses', () => {
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
