export const llmFaultKinds = [
  'malformed',
  'too_long',
  'duplicates',
  'refusal',
  'server_error',
  'slow',
] as const;
export type LlmFaultKind = (typeof llmFaultKinds)[number];

export interface LlmFault {
  id: string;
  kind: LlmFaultKind;
  /** null: until removed. */
  remaining: number | null;
  delayMs: number | null;
  /** Only requests for this niche; if absent, all requests. */
  niche?: string;
  hits: number;
}

/** One request that the model received, for the console. */
export interface LlmPrompt {
  id: string;
  receivedAt: string;
  model: string;
  messages: { role: string; content: string }[];
  niche: string;
  count: number;
  answer: string;
  fault: LlmFaultKind | null;
}

export interface LlmState {
  prompts: LlmPrompt[];
  faults: LlmFault[];
  /** How many posts each writer has produced per material, so that no two requests get the same ones. */
  served: Record<string, number>;
}

/** The initial state of the model. */
export function emptyLlmState(): LlmState {
  return { prompts: [], faults: [], served: {} };
}
