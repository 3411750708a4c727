import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import { voiceLanguages } from '@drumbeat/contract/voice/voice.rules.ts';
import { type Actor, callerOf, requireVerified } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Platform } from '../../../platform/platform.ts';
import { rewrites } from '../../../platform/rate-limits.ts';
import type { WriteAnswer } from '../../../providers/llm/llm.ts';
import { findAlike } from '../../alike/find-alike.ts';
import { requirePlan } from '../../billing/require-not-canceled.ts';
import { type PromptValues, renderPrompts } from '../../prompts/render-prompts.ts';
import { nearnessOf } from '../../voice/profile/nearness.rules.ts';
import type { Nearness } from '../../voice/voice.types.ts';
import { findOwnAccount } from '../find-own-account.ts';
import { correctionsOf } from '../gate/checks/corrections.rules.ts';
import type { KeptRefusal, Lexicon, Standard } from '../gate/gate.types.ts';
import { readLexicon } from '../gate/lists/read-lexicon.ts';
import { linksFor } from '../gate/sources/sources.rules.ts';
import type { GenerationDeps } from '../generation.types.ts';
import { recordUsage, requestTexts } from '../jobs/request-texts.ts';
import { findStandard } from '../prompt/find-standard.ts';
import { judgeRewrite, type Rewrite, rewriteStandard } from './rewrite.rules.ts';

/** The most calls to the model for one rewrite. */
const MOST_CALLS = 3;
/** The deadline for all calls together, in ms: a person is waiting. */
export const REWRITE_DEADLINE_MS = 30_000;
/** How many texts of one answer are considered. */
const MOST_TEXTS = 5;
const PROMPTS = { system: 'generate_posts_system', user: 'rewrite_post' } as const;
/** The niche in the prompt for an account without one. */
const NO_NICHE = 'everyday life';

export type RewriteDeps = GenerationDeps & Pick<Platform, 'limits'>;
type Context = { signal: AbortSignal; log: Logger };
type Input = { twitterAccountId: number; text: string; way: Rewrite['way']; hint?: string | undefined };
type Rewritten = { text: string; nearness?: Nearness; sources?: PostSource[] };
/** Whose text it is, and the standard for new versions. */
type Task = {
  userId: number;
  accountId: number;
  rewrite: Rewrite;
  standard: Standard;
  isKnown: Lexicon;
  values: Omit<PromptValues, 'corrections' | 'rewrite'>;
};

/**
 * Rewrites a text for the person's account; nothing is saved, and no lock or connection is held while the
 * model writes. Throws EMAIL_NOT_VERIFIED, SUBSCRIPTION_CANCELED, NO_SUBSCRIPTION, X_ACCOUNT_NOT_FOUND,
 * RATE_LIMIT_EXCEEDED above 30 an hour, REWRITE_FAILED if no version was good enough, and UNAVAILABLE if the
 * model cannot be reached before `signal` aborts.
 */
export async function rewritePost(
  deps: RewriteDeps,
  actor: Actor,
  { twitterAccountId, text, way, hint = '' }: Input,
  context: Context,
): Promise<Rewritten> {
  requireVerified(actor, 'rewrite posts');
  await requirePlan(deps, actor.userId, 'rewrite posts');
  const account = await findOwnAccount(deps.db, actor.userId, twitterAccountId);
  await deps.limits.consume(rewrites, callerOf(actor));
  const niche = account?.niche ?? NO_NICHE;
  const { standard, told, voice } = await findStandard(deps.db, { accountId: twitterAccountId, niche });
  const rewrite: Rewrite = { text, way, hint: way === 'hint' ? hint : '' };
  const ours = rewriteStandard(standard, rewrite);
  const found = await writeAgain(
    deps,
    {
      userId: actor.userId,
      accountId: twitterAccountId,
      rewrite,
      standard: ours,
      isKnown: readLexicon(ours.language),
      values: { ...told, language: voiceLanguages[ours.language], count: 1, recentPosts: [] },
    },
    context,
  );
  const nearness = voice && nearnessOf(found, voice);
  const sources = linksFor(found, standard.sources, standard.language);
  return { text: found, ...(nearness && { nearness }), ...(sources.length > 0 && { sources }) };
}

/** The first version that is good enough. The prompt says what was wrong with earlier ones. */
async function writeAgain(deps: RewriteDeps, task: Task, context: Context): Promise<string> {
  const refusals: KeptRefusal[] = [];
  for (let calls = 0; calls < MOST_CALLS; calls += 1) {
    const answer = await askOnce(deps, task, refusals, context);
    if (!answer.ok) refusals.push({ fault: answer.fault });
    for (const draft of answer.ok ? answer.posts.slice(0, MOST_TEXTS) : []) {
      const { text, refusal } = judgeRewrite(draft, task.rewrite, task.standard, task.isKnown);
      const fault = refusal ?? (await alikeFault(deps, task.userId, text));
      if (!fault) return text;
      refusals.push(fault);
    }
  }
  context.log.warn(
    { faults: refusals.map(({ fault }) => fault) },
    'rewrite failed: every version was refused',
  );
  throw new AppError(
    'REWRITE_FAILED',
    task.rewrite.way === 'hint'
      ? 'No version was good enough. Your text is unchanged. Try another hint.'
      : 'No version was good enough. Your text is unchanged. Try again, or give a hint.',
  );
}

type Asked = { ok: true; posts: readonly string[] } | { ok: false; fault: 'declined' | 'malformed' };

async function askOnce(
  deps: RewriteDeps,
  { userId, accountId, rewrite, values }: Task,
  refusals: readonly KeptRefusal[],
  context: Context,
): Promise<Asked> {
  const prompts = await renderPrompts(
    deps,
    PROMPTS,
    { ...values, corrections: correctionsOf(refusals), rewrite },
    context.log,
  );
  const answer = await requestTexts(deps, prompts, context).catch((error: unknown): WriteAnswer => {
    if (!context.signal.aborted) throw error;
    return { ok: false, failure: 'unavailable', detail: 'no answer before the deadline' };
  });
  const { usage } = answer;
  if (usage)
    await inTransaction(deps.db, (tx) =>
      recordUsage(deps, tx, { purpose: 'rewrite', userId, accountId }, usage),
    );
  if (answer.ok) return answer;
  context.log.warn({ failure: answer.failure, detail: answer.detail }, 'the model returned no new version');
  if (answer.failure !== 'unavailable') return { ok: false, fault: answer.failure };
  throw new AppError(
    'UNAVAILABLE',
    'The AI cannot be reached right now. Your text is unchanged. Please try again in a minute.',
    { retryAfter: 60 },
  );
}

/** Only texts of other people count as similar: the new version may resemble the person's own posts. */
async function alikeFault(deps: RewriteDeps, userId: number, text: string): Promise<KeptRefusal | undefined> {
  const alike = await findAlike(deps.db, text, deps.clock.now());
  return alike.some((one) => one.userId !== userId) ? { fault: 'too_similar' } : undefined;
}
