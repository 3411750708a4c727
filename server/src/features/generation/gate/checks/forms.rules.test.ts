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
  [undefined, 'A bed is full. Of what? Garlic.'],
  ['myth', 'Some people think a bed is full.'],
  [undefined, 'The people of the bed say so.'],
  ['list', '  • trowel\n ✅ hose'],
  [undefined, '- trowel\nA hose'],
  [undefined, '-trowel\n-hose'],
  [undefined, '2 tools for a balcony: a trowel, a can'],
  ['story', 'The frost came and took the basil.'],
  [undefined, 'The frost came to the basil.'],
])('%s: %s', (form, text) => {
  expect(formOf(text)).toBe(form);
});
