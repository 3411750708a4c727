import { VARIABLES_NOT_ARRAY } from '@drumbeat/contract/text/templates.rules.ts';
import { expect, test } from 'vitest';
import { jsonOf, stateOf, textOfJson, variablesFault, variablesOf } from './json.rules.ts';

test('empty text is null, and wrong JSON is undefined', () => {
  expect(jsonOf(' ')).toBeNull();
  expect(jsonOf('{"a": 1}')).toEqual({ a: 1 });
  expect(jsonOf('{')).toBeUndefined();
});

test('a value of up to 60 characters is written on one line', () => {
  expect(textOfJson({ a: 'x'.repeat(52) })).toBe(`{"a":"${'x'.repeat(52)}"}`);
  expect(textOfJson({ a: 'x'.repeat(53) })).toBe(`{\n  "a": "${'x'.repeat(53)}"\n}`);
});

test('variables must be a JSON list or empty', () => {
  expect(['', ' ', '[]', '[{"name": "a"}]'].map(variablesFault)).toEqual(Array(4).fill(undefined));
  expect(['{}', '[', '1'].map(variablesFault)).toEqual(Array(3).fill(VARIABLES_NOT_ARRAY));
  expect(variablesOf('[{"name": "a"}]')).toEqual([{ name: 'a' }]);
  expect(['{}', '', '['].map(variablesOf)).toEqual([[], [], []]);
});

test('a template is published, a draft over a used version, or a draft', () => {
  expect(stateOf({ is_published: true, version: 3, published_version: 3 })).toBe('Published');
  expect(stateOf({ is_published: false, version: 3, published_version: 2 })).toBe('Draft; version 2 is used');
  expect(stateOf({ is_published: false, version: 3, published_version: null })).toBe('Draft');
});
