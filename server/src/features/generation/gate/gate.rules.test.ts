import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { fact, refusal } from './gate.fixture.ts';

const good =
  'Water in the morning and the leaves dry before night. Slugs come out after dark, and wet leaves are their road.';

describe('a post that a gardener would sign passes', () => {
  it.each([
    good,
    'Which tool in your shed gets used least?',
    'Mint belongs in a pot. It will still try to leave.',
    'A cold frame is an old window with ambitions.\n\nMine leans against the shed.',
  ])('%s', (text) => {
    expect(refusal(text)).toBeUndefined();
  });
});

describe('what X or a glance finds wrong is refused', () => {
  test.each([
    ['empty', ' … '],
    ['too_long', 'Compost wants air, water and patience. '.repeat(8)],
    ['has_link', 'The seed list is at https://example.com/seeds this spring'],
    ['has_mention', 'The best compost bin in town is the one that @greta built from pallets.'],
    ['too_many_cashtags', 'Fertilizer prices follow $NTR and $MOS, and so does the mood in the shed.'],
    ['too_many_hashtags', 'The beans are up and so are the slugs. #garden #beans #slugs'],
    ['refusal', "I'm sorry, but I can't help with that."],
    ['leftover', 'The beans\u202e are up, and so are the slugs.'],
  ])('%s: %s', (fault, text) => {
    expect(refusal(text)?.fault).toBe(fault);
  });

  test.each(['hxxp://roses', 'roses[.]shed', 'greta@garden-roses.com', 'roses.абв'])(
    'has_link, though X makes none of it: %s',
    (link) => {
      expect(refusal(`Beans climb and the seeds are at ${link} this spring`)?.fault).toBe('has_link');
    },
  );

  it('quotes a mention whole, and lets no shorter one of the person vouch for it', () => {
    const text = 'A tray of seedlings for @greta stands by the gate.';
    expect(refusal(text, { samples: ['Seeds for @gre again.'] })).toEqual({
      fault: 'has_mention',
      quote: '@greta',
    });
    expect(refusal(text, { sources: [fact('Ask @greta for seedlings')] })).toBeUndefined();
  });

  it("judges the text before the person's usual ending, which counts only at the end", () => {
    const change = { signOff: ' stay moist ', avoidWords: ['moist'] };
    expect(refusal('Water the beans at night and the slugs sing. stay moist', change)).toBeUndefined();
    for (const text of [
      'stay moist, and water the beans at night while the slugs sing.',
      'The beans at the gate need a moist bed until June. stay moist',
    ])
      expect(refusal(text, change), text).toEqual({ fault: 'avoided_word', quote: 'moist' });
  });

  it('lets a link pass where links are asked for, and a mention that the person makes', () => {
    expect(refusal('The seed list is at example.com this spring', { linksAllowed: true })).toBeUndefined();
    const samples = ['Seeds from @greta again, as every spring.'];
    expect(refusal('A tray of seedlings for @greta stands by the gate.', { samples })).toBeUndefined();
  });
});

describe('what sounds like a machine is refused, with the words at fault', () => {
  test.each([
    ["Gardening isn't just about plants. It's about patience.", /isn't just/],
    ["Here's the thing about compost: worms do the work at night.", /here's the thing/],
    ['Compost. Water. Wait. Your future self will thank you for the tomatoes.', /your future self/],
    ['Compost — the quiet worker — feeds the beds — and asks for peelings.', /—/],
    ['Local buses beats the car on a wet Monday.', /buses beats/],
  ])('%s', (text, quote) => {
    const refused = refusal(text);
    expect(refused?.fault).toBe('machine');
    expect(refused?.quote).toMatch(quote);
    expect(refused?.why).toMatch(/\.$/);
  });
});

describe('other words that nobody would sign are refused', () => {
  test.each([
    ['wrong_language', 'Gießen Sie die Tomaten morgens, dann trocknen die Blätter vor der Nacht.'],
    ['no_substance', 'Gardening is amazing and always will be.'],
    ['misspelled', 'The dahlias definately need a stake before the wind comes.'],
  ])('%s: %s', (fault, text) => {
    expect(refusal(text)?.fault).toBe(fault);
  });

  it('words that the person never uses, in any case and whole', () => {
    const change = { avoidWords: ['moist', 'green thumb'] };
    expect(refusal('Keep the soil Moist until the seeds are up.', change)).toEqual({
      fault: 'avoided_word',
      quote: 'moist',
    });
    expect(refusal('Nobody is born with a green thumb; beans forgive a lot.', change)?.quote).toBe(
      'green thumb',
    );
    expect(refusal('Moisture in the soil brings the seeds up.', change)).toBeUndefined();
  });

  it('but not names, trade words of the person’s own posts, British spelling or slang', () => {
    expect(refusal('The Cosmos beside Ottoline look tired after the storm.')).toBeUndefined();
    expect(
      refusal('The hori cuts the crown of every dandelion.', { samples: ['hori in hand'] }),
    ).toBeUndefined();
    const twice = 'The hori hori cuts the crown of every dandelion.';
    expect(refusal(twice)?.fault).toBe('misspelled');
    expect(refusal(twice, { samples: ['Hori in hand'] }), 'as they write it elsewhere').toBeUndefined();
    expect(refusal('The neighbour’s colour of choice for a fence is grey.')).toBeUndefined();
    expect(refusal('gonna dig the spuds before the rain gets them')).toBeUndefined();
  });
});

describe('a claim without a source is refused', () => {
  test.each([
    ['figure', 'Mulch cuts watering by 40% in a dry summer.'],
    ['share', 'Beds with mulch yield twice as many beans.'],
    ['study', 'A recent study shows that basil near tomatoes keeps flies away.'],
    ['record', 'The pond behind the school froze decades ago.'],
    ['quotation', '"A garden is never finished and neither is the weeding" - Vita Brook'],
    ['name', 'Margaret Holloway prunes her roses in a raincoat.'],
    ['deed', 'Last spring I buried the kitchen scraps under the roses and the foxes came.'],
  ] as const)('%s: %s', (kind, text) => {
    const why = {
      figure: 'No source gives this figure.',
      share: 'No source gives this comparison.',
      study: 'No source mentions such a study.',
      quotation: 'No source contains this quotation.',
      name: 'No source names this person.',
      deed: 'No source confirms that this happened.',
      record: 'No source confirms that this happened.',
    };
    expect(refusal(text)).toEqual({ fault: 'invented', quote: expect.stringMatching(/\S/), why: why[kind] });
  });

  it.each([
    ['A packet of beans costs $3 and feeds a street.', 'Bean seeds: $3 a packet', 'Bean seeds: $4 a packet'],
    [
      'Mulch cuts watering by 40% in a dry summer.',
      'With mulch we water 40 percent less',
      'Mulch: 40 kg a sack',
    ],
    [
      'I buried the kitchen scraps under the roses and the foxes came.',
      'In April I buried scraps under the roses; foxes dug them up',
      'I sold my van in March',
    ],
  ])('but not with one that supports it: %s', (text, source, other) => {
    expect(refusal(text, { sources: [fact(source)] })).toBeUndefined();
    expect(refusal(text, { sources: [fact(other)] })?.fault).toBe('invented');
  });

  it('while small counts, idioms, names with digits and questions claim nothing', () => {
    for (const text of [
      'Two trowels are enough for any shed.',
      'The slugs work 24/7 in a wet June.',
      'B12 is not what yellow tomato leaves are short of.',
      'Have you watered the tomatoes and found the hose frozen?',
      'A hundred excuses, and the bed is still full of nettles.',
    ])
      expect(refusal(text), text).toBeUndefined();
  });
});

test('the same text gets the same verdict, whatever text it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(refusal(text)).toEqual(refusal(text));
    }),
    { numRuns: 50 },
  );
});
