import { VARIABLES_NOT_ARRAY } from '@drumbeat/contract/text/templates.rules.ts';
import { expect, test } from 'vitest';
import { jsonOf, textOfJson, variablesFault, variablesOf } from './json.rules.ts';

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
