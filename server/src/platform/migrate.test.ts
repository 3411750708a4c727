import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createLogger } from './logger.ts';
import { migrate, migrationNames } from './migrate.ts';

const log = createLogger('silent', 'test');

test('processes that start together apply each migration once, and a later start applies none', async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  const name = `migrate_${crypto.randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const applied = (await Promise.all([1, 2, 3].map(() => migrate(url.href, log)))).flat();
  expect(applied.toSorted()).toEqual(await migrationNames());
  expect(await migrate(url.href, log)).toEqual([]);
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});
