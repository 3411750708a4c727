import { expect, test } from 'vitest';
import { findUser } from './identity.ts';

const passwd = [
  'root:x:0:0:root:/root:/bin/bash',
  'postgres-exporter:x:120:121::/var/lib/exporter:/bin/false',
  'old-postgres:x:122:123::/:/bin/false',
  'postgres:x:130:131:PostgreSQL,,,:/var/lib/postgresql:/bin/bash',
  'half:x:140',
].join('\n');

test('a user is found by the whole name, with the ids of user and group', () => {
  expect(findUser(passwd, 'postgres')).toEqual({ uid: 130, gid: 131, name: 'postgres' });
});

test('root, a broken line and a name that is not there are no user', () => {
  for (const name of ['root', 'half', 'exporter', 'nobody']) expect(findUser(passwd, name)).toBeUndefined();
});
