/* What the providers charge us, in millionths of a dollar. The one home of these prices. */

/** A post on X, and one with a link. Source: docs.x.com, pay per use, August 2026. */
const X_POST_MICROS = 15_000;
const X_POST_WITH_LINK_MICROS = 200_000;

/** Models by the beginning of their name, the longer first: a million tokens read, and a million written. */
const modelPrices: readonly [name: string, inputMicros: number, outputMicros: number][] = [
  ['gpt-4o-mini', 150_000, 600_000],
  ['gpt-4.1-nano', 100_000, 400_000],
  ['gpt-4.1-mini', 400_000, 1_600_000],
  ['gpt-4.1', 2_000_000, 8_000_000],
  ['gpt-4o', 2_500_000, 10_000_000],
];
/** A model that has no price here is reckoned as a small one. */
const OTHER_MODEL = [150_000, 600_000] as const;

export function postCostMicros(hasLink: boolean): number {
  return hasLink ? X_POST_WITH_LINK_MICROS : X_POST_MICROS;
}

/** What a call of a model costs, rounded up. */
export function modelCostMicros(call: { model: string; inputTokens: number; outputTokens: number }): number {
  const known = modelPrices.find(([name]) => call.model.startsWith(name));
  const [input, output] = known ? [known[1], known[2]] : OTHER_MODEL;
  return Math.ceil((call.inputTokens * input + call.outputTokens * output) / 1_000_000);
}
