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
    ['twenty-five beds, two hundred and thirty pots', [25, 200, 30]],
    ['two dozen eggs, seventeen hens, eighteen nests, zero foxes', [24, 17, 18, 0]],
    ['at 20c, 21°C, 68f or 70°F', [20, 21, 68, 70]],
  ])('%s', (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  test.each(['H2O', 'B12 and the MP3', 'the 9-to-5', '1. Dig\n  2) Sow\n12. Rake', 'the 4x4 in 3D'])(
    'none in: %s',
    (text) => {
      expect(values(text)).toEqual([]);
    },
  );

  it('tells percent from the same number of anything else, and a hundred days from a hundred excuses', () => {
    const text = '45%, 45 pots, 45 percent, one percent, forty%';
    expect(figuresOf(text).map(({ isShare }) => isShare)).toEqual([true, false, true, true, true]);
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
