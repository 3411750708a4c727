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
  ['question', 'Plant anyway. Too late for garlic?'],
  [undefined, 'A bed is full. Of what? Garlic.'],
  ['myth', 'Some people think a bed is full.'],
  ['myth', 'And people say a bed is full.'],
  ['myth', 'The full bed is no myth'],
  ['myth', 'One two three four five six seven eight nine ten eleven people say so.'],
  [undefined, 'One two three four five six seven eight nine ten eleven twelve thirteen people say so.'],
  [undefined, 'The people of the bed say so.'],
  ['list', 'What is in the bed?\n1. Garlic\n12) Peas'],
  ['list', '  • trowel\n ✅ hose'],
  [undefined, '- trowel\nA hose'],
  [undefined, 'A trowel\nA hose'],
  [undefined, 'The bed - a fork\nThe shed - a hose'],
  [undefined, 'A hose of 2. - a\nA hose of 3. - a'],
  [undefined, '-trowel\n-hose'],
  [undefined, 'For a balcony: a trowel, a can, a brush'],
  [undefined, '3 tools for a balcony, a trowel, a can'],
  [undefined, '2 tools for a balcony: a trowel, a can'],
  ['story', 'The frost came and took the basil.'],
  [undefined, 'The frost came to the basil.'],
])('%s: %s', (form, text) => {
  expect(formOf(text)).toBe(form);
});
