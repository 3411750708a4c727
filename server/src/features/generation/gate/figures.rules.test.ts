import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { figuresOf } from './figures.rules.ts';

const values = (text: string) => figuresOf(text).map(({ value }) => value);

describe('figuresOf', () => {
  test.each([
    ['Beans cost $3.50 a bag', [3.5]],
    ['1,200 bulbs and 3.000 seeds', [1200, 3000]],
    ['about 40% less water', [40]],
    ['10k steps, 5kg of clay at 7am', [10_000, 5, 7]],
    ['the 1990s, and the 3rd of June', [1990, 3]],
    ['from 2/3 to 9-12', [2, 3, 9, 12]],
    ['sold at £2.50/kg', [2.5]],
    ['twenty-five beds, two hundred and thirty pots', [25, 200, 30]],
    ['three thousand four hundred bulbs', [3400]],
    ['two million bees', [2_000_000]],
  ])('%s', (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  test.each(['H2O', 'B12 and the MP3', 'open 24/7', 'the 9-to-5', '1. Dig\n2) Sow'])(
    'none in: %s',
    (text) => {
      expect(values(text)).toEqual([]);
    },
  );

  it('calls one, two and a hundred of anything small: they may count nothing', () => {
    expect(
      figuresOf('two trowels, a hundred excuses, three pots, eleven rakes').map(({ isSmall }) => isSmall),
    ).toEqual([true, true, false, false]);
  });

  it('tells percent from the same number of anything else, and a hundred days from a hundred excuses', () => {
    expect(figuresOf('45%, 45 pots, one percent').map(({ isShare }) => isShare)).toEqual([true, false, true]);
    expect(figuresOf('one percent, a hundred days').map(({ isSmall }) => isSmall)).toEqual([false, false]);
  });

  it('reads every whole number back, however its thousands are set apart', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_999_999 }),
        fc.constantFrom('en-US', 'de-DE', 'de-CH'),
        (number, locale) => {
          expect(values(`It holds ${number.toLocaleString(locale)} bulbs`)).toEqual([number]);
        },
      ),
    );
  });
});
