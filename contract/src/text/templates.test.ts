import { expect, test } from 'vitest';
import { defaultsOf } from './templates.ts';

test('a variable has its default, also where that is empty, nought or false', () => {
  const variables = [
    { name: 'name', default: '' },
    { name: 'count', default: 0 },
    { name: 'isNew', default: false },
    { name: 'nothing', default: null },
    { name: 'given' },
  ];
  expect(defaultsOf(variables)).toEqual({ name: '', count: 0, isNew: false, nothing: null });
});
