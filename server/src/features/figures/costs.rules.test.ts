import { expect, test } from 'vitest';
import { modelCostMicros } from './costs.rules.ts';

test('a call of a model costs by its tokens, read and written', () => {
  const tokens = { inputTokens: 2_000, outputTokens: 1_000 };
  expect(modelCostMicros({ model: 'gpt-4o-mini-2024-07-18', ...tokens })).toBe(900);
  expect(modelCostMicros({ model: 'gpt-4o', ...tokens })).toBe(15_000);
  expect(modelCostMicros({ model: 'gpt-4.1-mini-2025-04-14', ...tokens })).toBe(2_400);
  expect(modelCostMicros({ model: 'gpt-4.1-nano', ...tokens })).toBe(600);
  expect(modelCostMicros({ model: 'gpt-4.1-2025-04-14', ...tokens })).toBe(12_000);
  expect(modelCostMicros({ model: 'something-else', ...tokens })).toBe(900);
  expect(modelCostMicros({ model: 'gpt-4o', inputTokens: 1, outputTokens: 0 })).toBe(3);
});
