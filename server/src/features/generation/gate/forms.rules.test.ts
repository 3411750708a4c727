import { expect, test } from 'vitest';
import { formOf } from './forms.rules.ts';

test.each([
  ['question', 'Which tool gets used least?'],
  ['question', 'Too late for garlic? Plant anyway.'],
  ['tip', 'Water in the morning.'],
  ['tip', "Don't dig wet clay."],
  ['myth', 'It is a myth that coffee grounds stop slugs.'],
  ['list', '- trowel\n- fork\n- hose'],
  ['list', '3 tools for a balcony: a trowel, a can, a brush'],
  ['story', 'The frost came on Tuesday and took the basil; the leeks were fine.'],
  ['opinion', 'Raised beds are overrated.'],
  [undefined, 'A cold frame is an old window with ambitions.'],
])('%s: %s', (form, text) => {
  expect(formOf(text)).toBe(form);
});
