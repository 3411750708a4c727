import { expect, test } from 'vitest';
import { publicFlagFault } from './flags.rules.ts';

test('the fault of a value that browsers read says how it must look', () => {
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
