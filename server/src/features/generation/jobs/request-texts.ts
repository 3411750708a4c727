import type { Db } from '../../../platform/database/database.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { ModelUsage, WriteAnswer } from '../../../providers/llm/llm.ts';
import { findTiers } from '../../billing/billing.queries.ts';
import type { ModelCall } from '../../figures/figures.types.ts';
import { recordModelCall } from '../../figures/record-figures.ts';
import type { RenderedPrompts } from '../../prompts/render-prompts.ts';
import type { GenerationDeps } from '../generation.types.ts';

/**
 * Calls the model that the prompt names, or the configured one if there is no such model. Throws only if
 * `signal` aborts.
 */
export async function requestTexts(
  { model, metrics }: Pick<GenerationDeps, 'model' | 'metrics'>,
  request: RenderedPrompts,
  { signal, log }: { signal: AbortSignal; log: Logger },
): Promise<WriteAnswer> {
  const answer = await model.writePosts(request, signal);
  if (answer.ok || !answer.noSuchModel || request.model === null) return answer;
  metrics.templateFallbacks.inc({ template: 'model' });
  log.error(
    { model: request.model, detail: answer.detail },
    'the prompt names an unknown model; using the configured one',
  );
  return model.writePosts({ ...request, model: null }, signal);
}

/** Records the cost of an answer, even if it is not used. */
export async function recordUsage(
  deps: Pick<GenerationDeps, 'clock'>,
  tx: Db,
  { purpose, userId, accountId }: Pick<ModelCall, 'purpose' | 'userId'> & { accountId: number },
  usage: ModelUsage,
): Promise<void> {
  const at = deps.clock.now();
  const tier = userId === null ? 'free' : ((await findTiers(tx, [userId], at)).get(userId) ?? 'free');
  await recordModelCall(tx, { at, purpose, userId, accountId, tier, ...usage });
}
