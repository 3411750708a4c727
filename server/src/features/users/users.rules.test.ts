import { expect, test } from 'vitest';
import { fieldName, opensConsole, roleOf, roles } from './users.rules.ts';

test('ADM-CON-24 the roles are admin, tester, support and ops', () => {
  expect([...roles].sort()).toEqual(['admin', 'ops', 'support', 'tester']);
});

test('a role is found in any case and with spaces around it', () => {
  expect(roleOf(' Admin ')).toBe('admin');
  expect(roleOf('ops')).toBe('ops');
  expect(roleOf('owner')).toBeUndefined();
  expect(roleOf('')).toBeUndefined();
});

test('every role but that of testers opens the console', () => {
  for (const role of ['admin', 'support', 'ops'] as const) expect(opensConsole(['tester', role])).toBe(true);
  expect([opensConsole(['tester']), opensConsole([])]).toEqual([false, false]);
});

test('a field keeps its camelCase, and gets it from snake_case', () => {
  expect(fieldName('first_name')).toBe('firstName');
  expect(fieldName('a_long_field')).toBe('aLongField');
  expect(fieldName('firstName')).toBe('firstName');
  expect(fieldName('_')).toBe('_');
});
