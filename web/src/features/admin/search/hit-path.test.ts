import type { SearchHit } from '@drumbeat/contract/admin/search.ts';
import { expect, test } from 'vitest';
import { hitPath } from './hit-path.ts';

test.each<[SearchHit['kind'], path: string]>([
  ['customer', '/admin/customer?id=7'],
  ['account', '/admin/customer?id=7'],
  ['post', '/admin/customer?id=7&tab=posts&post=31'],
  ['billing', '/admin/customer?id=7&tab=billing'],
  ['request', '/admin?open=audit&audit.q=31'],
  ['feedback', '/admin?open=feedback&feedback.q=31'],
  ['niche', '/admin?open=niches&niches.q=Tea'],
])('a hit of the kind %s is shown at %s', (kind, path) => {
  expect(hitPath({ kind, id: '31', title: 'Tea', detail: '', customerId: '7' })).toBe(path);
});
