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
  /** Only requests for this niche; all of them where there is none. */
  niche?: string;
  hits: number;
}

/** One request as the model saw it, for the console. */
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
  /** How many posts each writer has given of each material, so that no two requests get the same ones. */
  served: Record<string, number>;
}

/** A model that nobody has asked anything. */
export function emptyLlmState(): LlmState {
  return { prompts: [], faults: [], served: {} };
}
