import { emptyLlmState, type LlmState } from './llm/state.ts';
import { emptyMailState, type MailState } from './mail/state.ts';
import { emptyStripeState, type StripeState } from './stripe/state.ts';
import { emptyXState, type XState } from './x/state.ts';

/** All that a restart must keep; plain JSON. */
export interface SandboxState {
  x: XState;
  stripe: StripeState;
  mail: MailState;
  llm: LlmState;
}

/** The state of a sandbox that nobody has used yet. */
export function emptyState(): SandboxState {
  return { x: emptyXState(), stripe: emptyStripeState(), mail: emptyMailState(), llm: emptyLlmState() };
}
