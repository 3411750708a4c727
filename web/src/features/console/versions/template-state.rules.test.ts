import { expect, test } from 'vitest';
import { stateOf } from './template-state.rules.ts';

test('a template is published, a draft over a used version, or a draft', () => {
  expect(stateOf({ is_published: true, version: 3, published_version: 3 })).toBe('Published');
  expect(stateOf({ is_published: false, version: 3, published_version: 2 })).toBe('Draft; version 2 is used');
  expect(stateOf({ is_published: false, version: 3, published_version: null })).toBe('Draft');
});
