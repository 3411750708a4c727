import { eligibilityOf } from '@drumbeat/contract/generation/generation.rules.ts';
import type { Eligibility } from '@drumbeat/contract/generation/generation.ts';
import type { Actor } from '../../../platform/actor.ts';
import { findOwnAccount } from '../find-own-account.ts';
import type { GenerationDeps } from '../generation.deps.ts';
import { readSituation } from './read-situation.ts';

/** Whether the person may generate posts now for the account (default: the selected one). */
export async function checkEligibility(
  deps: GenerationDeps,
  actor: Actor,
  input: { twitterAccountId?: number | undefined },
): Promise<Eligibility> {
  const account = await findOwnAccount(deps.db, actor.userId, input.twitterAccountId);
  return eligibilityOf(await readSituation(deps, deps.db, actor, account));
}
