import { expect, test } from 'vitest';
import { publicFlagFault, publicFlagsOf, publicKeys } from './flags.rules.ts';

const defaults = {
  cardano_enabled: false,
  cardano_pricing: { currency: 'USDC', priceUsd: 5 },
  plans_enabled: true,
};

test('a flag that is not set has its default', () => {
  expect(publicFlagsOf([])).toEqual(defaults);
});

test('a flag that is set has what was set', () => {
  const flags = publicFlagsOf([
    { key: 'plans_enabled', value: false },
    { key: 'cardano_pricing', value: { currency: 'ADA', priceUsd: 7 } },
  ]);
  expect(flags).toEqual({
    ...defaults,
    plans_enabled: false,
    cardano_pricing: { currency: 'ADA', priceUsd: 7 },
  });
});

test('a value of the wrong form counts as not set, and a flag that is not public stays out', () => {
  const flags = publicFlagsOf([
    { key: 'cardano_enabled', value: 'yes' },
    { key: 'cardano_pricing', value: null },
    { key: 'secret_rollout', value: true },
  ]);
  expect(flags).toEqual(defaults);
});

test('a browser may know these flags and no other', () => {
  expect([...publicKeys].sort()).toEqual(['cardano_enabled', 'cardano_pricing', 'plans_enabled']);
});

test('what is wrong with a value that browsers read is told with how it must look', () => {
  expect(publicFlagFault('cardano_pricing', { currency: 'USDC' })).toMatch(
    /^Browsers read 'cardano_pricing', so its value must look like \{"currency":"USDC","priceUsd":5\}\. priceUsd: .+\.$/,
  );
  expect(publicFlagFault('plans_enabled', 1)).toMatch(
    /^Browsers read 'plans_enabled', so its value must look like true\. Invalid input: .+\.$/,
  );
  expect([publicFlagFault('plans_enabled', null), publicFlagFault('rollout', 1)]).toEqual([
    undefined,
    undefined,
  ]);
});
