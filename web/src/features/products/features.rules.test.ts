import { entitlementsOf } from '@drumbeat/contract/billing/billing.rules.ts';
import { expect, test } from 'vitest';
import { planFeatures, planOf } from './features.rules.ts';

const plan = (metadata: Record<string, string | number> = {}) => entitlementsOf(metadata);
const names = { standard: 'Standard', pro: 'Pro' } as const;
const against = (tier: keyof typeof names) => ({ name: names[tier], plan: plan({ tier }) });

test('PROD-27 the free plan posts on Monday, Wednesday and Friday for one account', () => {
  expect(planFeatures(plan())).toEqual({
    facts: ['A post every Monday, Wednesday and Friday', '1 X account'],
    includes: null,
    more: [
      'Posts without links',
      "Up to 2 drafts of each month's posts, per account",
      '1 niche change per account each month',
    ],
  });
});

test('PROD-28 PROD-29 PROD-30 the paid plans have their defaults', () => {
  const facts = (tier: string) => planFeatures(plan({ tier })).facts;
  expect(facts('standard')).toEqual(['2 posts a day', '1 X account']);
  expect(facts('pro')).toEqual(['2 posts a day', '3 X accounts']);
  expect(facts('pro-plus')).toEqual(['3 posts a day', '5 X accounts']);
  expect(planFeatures(plan({ tier: 'standard', posts_per_day: 1 })).facts[0]).toBe('1 post a day');
});

test('PROD-32 Standard may skip weekends, Pro chooses its days', () => {
  const line = 'Skip weekends, or post daily';
  expect(planFeatures(plan({ tier: 'standard' })).more).toContain(line);
  expect(planFeatures(plan()).more).not.toContain(line);
  expect(planFeatures(plan({ tier: 'pro' })).more).not.toContain(line);
  expect(planFeatures(plan({ tier: 'pro' })).more).toContain('Post on the days you choose');
});

test('COST-04 a plan names its number of posts with a link', () => {
  const lines = (links: number) => planFeatures(plan({ tier: 'pro', links_per_cycle: links })).more;
  expect(lines(0)).toContain('Posts without links');
  expect(lines(1)).toContain('1 post with a link each month');
  expect(lines(15)).toContain('15 posts with a link each month');
});

test('a plan lists what it adds to the plan before', () => {
  expect(planFeatures(plan({ tier: 'standard' }), { name: 'Free', plan: plan() })).toEqual({
    facts: ['2 posts a day', '1 X account'],
    includes: 'Free',
    more: [
      'Skip weekends, or post daily',
      '4 posts with a link each month',
      "Up to 4 drafts of each month's posts, per account",
      '3 niche changes per account each month',
    ],
  });
});

test('a plan that takes something away is listed in full', () => {
  for (const less of [
    { posts_per_day: 1 },
    { post_generation_limit: 2 },
    { niche_change_limit_per_x_account: 1 },
    { custom_day_selection: 'false' },
    { account_limit: 2 },
    { links_per_cycle: 3 },
  ]) {
    const { includes, more } = planFeatures(plan({ tier: 'pro_plus', ...less }), against('pro'));
    expect([includes, more.length]).toEqual([null, 4]);
  }
});

test('PROD-16 PROD-33 metadata overrides the defaults, and the price wins over the product', () => {
  const given = planOf(
    { metadata: { tier: 'pro', account_limit: '4' } },
    { metadata: '{"account_limit":9}' },
  );
  expect(planFeatures(given).facts).toEqual(['2 posts a day', '9 X accounts']);
});
