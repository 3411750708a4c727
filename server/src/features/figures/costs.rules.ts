/* The prices of language models, in millionths of a dollar. Prices of X: `contract/src/costs/costs.rules.ts`. */

/**
 * Models by the start of their name, longer ones first: the price of a million input and a million output
 * tokens.
 */
const modelPrices: readonly [name: string, inputMicros: number, outputMicros: number][] = [
  ['gpt-4o-mini', 150_000, 600_000],
  ['gpt-4.1-nano', 100_000, 400_000],
  ['gpt-4.1-mini', 400_000, 1_600_000],
  ['gpt-4.1', 2_000_000, 8_000_000],
  ['gpt-4o', 2_500_000, 10_000_000],
];
/** The price for models that are not listed: that of a small one. */
const OTHER_MODEL = [150_000, 600_000] as const;

/** The cost of a model call, rounded up. */
export function modelCostMicros(call: { model: string; inputTokens: number; outputTokens: number }): number {
  const known = modelPrices.find(([name]) => call.model.startsWith(name));
  const [input, output] = known ? [known[1], known[2]] : OTHER_MODEL;
  return Math.ceil((call.inputTokens * input + call.outputTokens * output) / 1_000_000);
}
