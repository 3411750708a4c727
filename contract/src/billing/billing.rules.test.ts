import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { price as priceSchema, tier } from './billing.entities.ts';
import {
  cardText,
  entitlementsOf,
  formatPrice,
  isFreeTier,
  isProTier,
  listedPrices,
  mergeMetadata,
  offersTrial,
  spokenPrice,
  tierOf,
} from './billing.rules.ts';

const PLAN_KEYS = [
  'tier',
  'custom_day_selection',
  'account_limit',
  'posts_per_day',
  'skip_weekends',
  'niche_change_limit_per_x_account',
  'post_generation_limit',
  'free_trial',
];
const metadataValue = fc.oneof(fc.string(), fc.double(), fc.integer(), fc.boolean(), fc.constant(null));
const metadata = fc.dictionary(fc.oneof(fc.constantFrom(...PLAN_KEYS), fc.string()), metadataValue);

describe('metadata', () => {
  test('PROD-16 product and price metadata are merged and the price wins', () => {
    expect(mergeMetadata({ tier: 'pro', account_limit: '3' }, { account_limit: '4' })).toEqual({
      tier: 'pro',
      account_limit: '4',
    });
  });

  test('PROD-21 metadata may be an object or a JSON string; malformed JSON counts as empty', () => {
    expect(mergeMetadata('{"tier":"pro"}', { posts_per_day: '2' })).toEqual({
      tier: 'pro',
      posts_per_day: '2',
    });
    for (const text of ['{"tier":', '', 'null', '5', '"pro"', '["tier"]', 'tier=pro'])
      expect(mergeMetadata(text, text)).toEqual({});
  });

  test('PROD-17 COST-04 all nine keys are understood', () => {
    const all = {
      tier: 'standard',
      custom_day_selection: 'true',
      account_limit: '7',
      posts_per_day: '4',
      skip_weekends: 'false',
      niche_change_limit_per_x_account: '8',
      post_generation_limit: '9',
      links_per_cycle: '6',
      free_trial: 'false',
    };
    expect(entitlementsOf(all)).toEqual({
      tier: 'standard',
      customDaySelection: true,
      accountLimit: 7,
      postsPerDay: 4,
      skipWeekends: false,
      nicheChangeLimitPerAccount: 8,
      postGenerationLimit: 9,
      linksPerCycle: 6,
    });
    expect(offersTrial(all)).toBe(false);
    expect(offersTrial({})).toBe(true);
  });

  test('PROD-19 booleans may be true, false, or the strings true, 1 and yes', () => {
    for (const yes of [true, 'true', '1', 'yes', 'YES', ' True '])
      expect(entitlementsOf({ custom_day_selection: yes }).customDaySelection).toBe(true);
    for (const no of [false, 'false', '0', 'no', 'nonsense'])
      expect(entitlementsOf({ tier: 'pro', custom_day_selection: no }).customDaySelection).toBe(false);
    for (const nothing of [undefined, null, ''])
      expect(entitlementsOf({ tier: 'pro', custom_day_selection: nothing }).customDaySelection).toBe(true);
  });

  test('PROD-22 numbers count only when above 0', () => {
    for (const bad of ['0', '-3', '', ' ', 'many', 'NaN', 'Infinity', 0, -1, null, true, [5], {}])
      expect(entitlementsOf({ tier: 'pro', account_limit: bad }).accountLimit).toBe(3);
    expect(entitlementsOf({ tier: 'pro', account_limit: 12 }).accountLimit).toBe(12);
    expect(entitlementsOf({ tier: 'pro', account_limit: '12' }).accountLimit).toBe(12);
  });

  test('COST-04 links a cycle default to 0, 4, 15 and 40, and a plan may say 0', () => {
    const links = (metadata: object) => entitlementsOf({ ...metadata }).linksPerCycle;
    expect(tier.options.map((name) => links({ tier: name }))).toEqual([0, 4, 15, 40]);
    for (const zero of [0, '0', ' 00 ']) expect(links({ tier: 'pro', links_per_cycle: zero })).toBe(0);
    for (const bad of ['-1', '', 'many', null, -3, {}, [0], false])
      expect(links({ tier: 'pro', links_per_cycle: bad })).toBe(15);
    expect(['7', '10', '05'].map((count) => links({ tier: 'pro', links_per_cycle: count }))).toEqual([
      7, 10, 5,
    ]);
  });

  test('PROD-37 whatever the metadata holds, entitlements are whole and usable', () => {
    fc.assert(
      fc.property(metadata, (raw) => {
        const {
          tier: name,
          customDaySelection,
          skipWeekends,
          linksPerCycle,
          ...numbers
        } = entitlementsOf(raw);
        expect(tier.safeParse(name).success).toBe(true);
        expect(typeof customDaySelection).toBe('boolean');
        expect(typeof skipWeekends).toBe('boolean');
        expect(Number.isInteger(linksPerCycle) && linksPerCycle >= 0).toBe(true);
        expect(Object.keys(numbers).sort()).toEqual([
          'accountLimit',
          'nicheChangeLimitPerAccount',
          'postGenerationLimit',
          'postsPerDay',
        ]);
        for (const number of Object.values(numbers))
          expect(Number.isInteger(number) && number > 0).toBe(true);
      }),
    );
  });
});

describe('tiers', () => {
  test('PROD-26 the tiers are free, standard, pro and pro_plus', () => {
    expect(tier.options).toEqual(['free', 'standard', 'pro', 'pro_plus']);
  });

  test('PROD-18 pro-plus, pro plus and proplus are accepted for pro_plus', () => {
    for (const spelling of ['pro-plus', 'pro plus', 'proplus', 'pro_plus'])
      expect(tierOf(spelling)).toBe('pro_plus');
    for (const name of ['standard', 'pro'] as const) expect(tierOf(name)).toBe(name);
  });

  test("PROD-24 tier names are normalised to lowercase with '-' turned to '_'", () => {
    expect(tierOf('STANDARD')).toBe('standard');
    expect(tierOf(' Pro ')).toBe('pro');
    expect(tierOf('Pro-Plus')).toBe('pro_plus');
  });

  test("PROD-23 PROD-25 a tier 'free' is ignored, which leaves the default tier free", () => {
    expect(tierOf('free')).toBeUndefined();
    expect(entitlementsOf({ tier: 'free' }).tier).toBe('free');
    expect(entitlementsOf({ tier: 'platinum' }).tier).toBe('free');
    expect(entitlementsOf({}).tier).toBe('free');
  });

  test('PROD-36 the pro tiers are pro and pro_plus', () => {
    expect(tier.options.filter(isProTier)).toEqual(['pro', 'pro_plus']);
  });

  test('PROD-33 plan defaults hold where the metadata says nothing, and yield where it does', () => {
    const defaults = tier.options.map((name) => entitlementsOf({ tier: name }));
    expect(defaults.map((one) => one.postsPerDay)).toEqual([1, 2, 2, 3]);
    expect(defaults.map((one) => one.accountLimit)).toEqual([1, 1, 3, 5]);
    expect(entitlementsOf({ tier: 'standard', posts_per_day: '5', account_limit: '2' })).toMatchObject({
      postsPerDay: 5,
      accountLimit: 2,
    });
  });

  test('PROD-31 the pro tiers choose their days, and all plans skip weekends, unless the metadata says otherwise', () => {
    for (const nothing of [{}, { custom_day_selection: null, skip_weekends: '' }]) {
      const plans = tier.options.map((name) => entitlementsOf({ tier: name, ...nothing }));
      expect(plans.map((plan) => plan.customDaySelection)).toEqual([false, false, true, true]);
      expect(plans.map((plan) => plan.skipWeekends)).toEqual([true, true, true, true]);
    }
    expect(entitlementsOf({ tier: 'pro', skip_weekends: 'false' }).skipWeekends).toBe(false);
  });

  test('PROD-39 PROD-40 PROD-41 niche changes and generations have fallbacks by tier', () => {
    const plans = tier.options.map((name) => entitlementsOf({ tier: name }));
    expect(plans.map((plan) => plan.nicheChangeLimitPerAccount)).toEqual([1, 3, 5, 10]);
    expect(plans.map((plan) => plan.postGenerationLimit)).toEqual([2, 4, 10, 50]);
  });

  test('PROD-41 a tier that nobody knows gives 3 niche changes, none or free gives 1, the plan’s own number wins', () => {
    const changes = (metadata: Record<string, unknown>) =>
      entitlementsOf(metadata).nicheChangeLimitPerAccount;
    expect([changes({ tier: 'gold' }), changes({ tier: 7 })]).toEqual([3, 3]);
    for (const none of [{}, { tier: '' }, { tier: null }, { tier: 'free' }, { tier: ' FREE ' }])
      expect(changes(none)).toBe(1);
    expect(changes({ tier: 'gold', niche_change_limit_per_x_account: '8' })).toBe(8);
  });

  test('PROD-15 a price without an interval is by the month', () => {
    const bare = { id: 'p', active: true, unit_amount: 0, currency: 'usd', lookup_key: null, metadata: '{}' };
    const parse = (given: object) => priceSchema.parse({ ...bare, trial_period_days: null, ...given });
    expect(parse({ interval: 'year' }).interval).toBe('year');
    expect(parse({}).interval).toBe('month');
  });

  test('SHELL-14 free in the wide sense: the tier, or a trial without a payment method', () => {
    const pro = entitlementsOf({ tier: 'pro' });
    expect(isFreeTier({ entitlements: { tier: 'free' }, isInTrial: false, hasPaymentMethod: true })).toBe(
      true,
    );
    expect(isFreeTier({ entitlements: pro, isInTrial: true, hasPaymentMethod: false })).toBe(true);
    expect(isFreeTier({ entitlements: pro, isInTrial: true, hasPaymentMethod: true })).toBe(false);
    expect(isFreeTier({ entitlements: pro, isInTrial: false, hasPaymentMethod: false })).toBe(false);
  });
});

describe('prices', () => {
  const price = {
    id: 'p',
    active: true,
    unit_amount: 700,
    currency: 'usd',
    interval: 'month',
    lookup_key: null,
    trial_period_days: null,
    metadata: '{}',
  };

  test("PROD-06 a price reads '$x.xx CUR / interval', or 'Free' for an amount of 0", () => {
    expect(formatPrice(price)).toBe('$7.00 USD / month');
    expect(formatPrice({ unit_amount: 12_345, currency: 'eur', interval: 'year' })).toBe(
      '€123.45 EUR / year',
    );
    expect(formatPrice({ ...price, unit_amount: 700, currency: 'jpy' })).toBe('¥700 JPY / month');
    expect(formatPrice({ ...price, unit_amount: 0 })).toBe('Free');
  });

  test('BILL-23 cents are shown as dollars with 2 decimals', () => {
    expect(formatPrice({ ...price, unit_amount: 5 })).toBe('$0.05 USD / month');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), (cents) => {
        const shown = formatPrice({ ...price, unit_amount: cents });
        expect(shown).toMatch(/^\$[\d,]+\.\d\d USD \/ month$/);
        expect(Number(shown.replaceAll(/\D/g, ''))).toBe(cents);
      }),
    );
  });

  test('PROD-04 PROD-05 only active prices are listed, sorted by unit_amount', () => {
    const [dear, cheap, gone] = [
      { ...price, id: 'dear', unit_amount: 2500 },
      { ...price, id: 'cheap', unit_amount: 0 },
      { ...price, id: 'gone', active: false },
    ];
    expect(listedPrices({ prices: [dear, cheap, gone] }).map((one) => one.id)).toEqual(['cheap', 'dear']);
  });
});

test.each([
  ['visa', 'Visa ending in 4242'],
  ['amex', 'American Express ending in 4242'],
  ['cartes_bancaires', 'Cartes Bancaires ending in 4242'],
  ['diners', 'Diners Club ending in 4242'],
  ['unknown', 'Card ending in 4242'],
])('a card of the brand %s is known as %s', (brand, text) => {
  expect(cardText({ brand, last4: '4242' })).toBe(text);
});

test('a price in a sentence', () => {
  expect(spokenPrice({ unit_amount: 1500, currency: 'usd', interval: 'month' })).toBe('$15.00 a month');
  expect(spokenPrice({ unit_amount: 70_000, currency: 'jpy', interval: 'year' })).toBe('¥70,000 a year');
  expect(spokenPrice({ unit_amount: 0, currency: 'usd', interval: 'month' })).toBe('free');
});
