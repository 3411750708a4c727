import { emptyLlmState, type LlmState } from './llm/state.ts';
import { emptyMailState, type MailState } from './mail/state.ts';
import { emptyStripeState, type StripeState } from './stripe/state.ts';
import { emptyXState, type XState } from './x/state.ts';

/** All state that must survive a restart, as plain JSON. */
export interface SandboxState {
  x: XState;
  stripe: StripeState;
  mail: MailState;
  llm: LlmState;
}

/** The initial state of a sandbox. */
export function emptyState(): SandboxState {
  return { x: emptyXState(), stripe: emptyStripeState(), mail: emptyMailState(), llm: emptyLlmState() };
}
