import { expect, test } from 'vitest';
import { settingArguments } from './settings.ts';

/** The settings by name, of arguments that each follow a `-c`. */
function settingsOf(mode: Parameters<typeof settingArguments>[1]): Record<string, string> {
  const given = settingArguments(5_433, mode);
  expect(given.filter((_, index) => index % 2 === 0)).toEqual(Array(given.length / 2).fill('-c'));
  const pairs = given.filter((_, index) => index % 2 === 1).map((text) => text.split('='));
  return Object.fromEntries(pairs) as Record<string, string>;
}

const common = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_error_verbosity: 'terse',
  log_min_messages: 'warning',
  port: '5433',
};

test('a database that is kept loses nothing, is reached from this machine alone, and logs nobody’s rows', () => {
  const durable = {
    ...common,
    shared_buffers: '96MB',
    max_connections: '100',
    fsync: 'on',
    synchronous_commit: 'on',
    max_wal_size: '512MB',
  };
  expect(settingsOf({ durable: true })).toEqual(durable);
  expect(settingsOf({ durable: true, sharedBuffers: '1GB' })).toEqual({ ...durable, shared_buffers: '1GB' });
});

test('a throwaway one is fast instead', () => {
  expect(settingsOf({ durable: false })).toEqual({
    ...common,
    shared_buffers: '128MB',
    max_connections: '200',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
  });
});
