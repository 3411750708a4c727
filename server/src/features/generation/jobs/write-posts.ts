import { isOver } from '@drumbeat/contract/generation/generation.rules.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { WriteAnswer } from '../../../providers/llm/llm.ts';
import { refuseAlike, withdrawDrafts } from '../../alike/record-texts.ts';
import { listNeighbours } from '../../post/post.queries.ts';
import { renderPrompts } from '../../prompts/render-prompts.ts';
import { type Batch, type Judgement, judgeBatch } from '../gate/batch.rules.ts';
import { correctionsOf } from '../gate/checks/corrections.rules.ts';
import type { Standard } from '../gate/gate.types.ts';
import { readLexicon } from '../gate/lists/read-lexicon.ts';
import { selectJobForUpdate, selectUnusedJobIds, updateJob } from '../generation.store.ts';
import type { GenerationDeps, GenerationJob } from '../generation.types.ts';
import { findStandard } from '../prompt/find-standard.ts';
import { enqueueWriting } from './enqueue-writing.ts';
import { recordUsage, requestTexts } from './request-texts.ts';
import { afterAnswer, afterFailure, nextAsk, type Step } from './writing.rules.ts';

/** How many of the account's existing posts new ones must differ from. */
const NEIGHBOURS = 200;
const PROMPTS = {
  calendar: { system: 'generate_posts_system', user: 'generate_posts_user' },
  ads: { system: 'generate_posts_system', user: 'ad_post' },
} as const;
/** How many existing texts the model sees; the similarity check uses all of them. */
const SHOWN_TEXTS = 15;

/**
 * One step of a job: asks the model for a batch, judges it, then stores the accepted drafts and queues the
 * next step in one transaction. If the worker dies in between, only this answer is lost and the step runs
 * again.
 */
export async function writePosts(
  deps: GenerationDeps,
  jobId: string,
  context: { signal: AbortSignal; log: Logger },
): Promise<void> {
  const job = await begin(deps, jobId);
  if (!job) return;
  const neighbours = await listNeighbours(deps.db, job.accountId, NEIGHBOURS);
  const { standard, told } = await findStandard(deps.db, job, job.drafts.length);
  const asked = nextAsk(job);
  const values = {
    ...told,
    count: asked,
    recentPosts: [...job.drafts.toReversed(), ...neighbours.map(({ text }) => text)].slice(0, SHOWN_TEXTS),
    corrections: correctionsOf(job.refusals),
  };
  const answer = await requestTexts(
    deps,
    await renderPrompts(deps, PROMPTS[job.kind], values, context.log),
    context,
  );
  if (!answer.ok)
    context.log.warn({ failure: answer.failure, detail: answer.detail }, 'the model returned no posts');

  // Load it before the transaction: the first load takes up to 0.7 s.
  readLexicon(standard.language);
  await inTransaction(deps.db, async (tx) => {
    // Read again under a lock: another worker may have finished this step meanwhile.
    const current = await selectJobForUpdate(tx, jobId);
    if (answer.usage)
      await recordUsage(
        deps,
        tx,
        { ...job, userId: current ? job.userId : null, purpose: 'posts' },
        answer.usage,
      );
    if (!current || isOver(current)) return;
    const now = deps.clock.now();
    const { pauseMs, ...change } = await stepOf(tx, current, { asked, answer, standard, neighbours, now });
    await updateJob(tx, jobId, { ...change, updatedAt: now });
    await withdrawUnused(tx, current, change.status);
    if (pauseMs !== undefined) await enqueueWriting(deps, tx, jobId, pauseMs);
  });
}

/** Marks the job as processing, under its lock. Undefined if the job is gone or over. */
function begin(deps: GenerationDeps, jobId: string): Promise<GenerationJob | undefined> {
  return inTransaction(deps.db, async (tx) => {
    const job = await selectJobForUpdate(tx, jobId);
    if (!job || isOver(job)) return undefined;
    if (job.status === 'pending')
      await updateJob(tx, jobId, { status: 'processing', updatedAt: deps.clock.now() });
    return job;
  });
}

type Answered = {
  asked: number;
  answer: WriteAnswer;
  standard: Standard;
  neighbours: Batch['neighbours'];
  now: Date;
};

async function stepOf(
  tx: Db,
  job: GenerationJob,
  { asked, answer, standard, neighbours, now }: Answered,
): Promise<Step> {
  if (!answer.ok)
    return answer.failure === 'unavailable'
      ? afterFailure(job)
      : afterAnswer(job, asked, { fault: answer.failure });
  const times = job.slots.map(({ scheduledTime }) => Date.parse(scheduledTime));
  const batch = { times, accepted: job.drafts, neighbours };
  const judged = judgeBatch(answer.posts, standard, batch, readLexicon(standard.language));
  return afterAnswer(job, asked, await judgeAmongAll(tx, job, judged, now));
}

/**
 * Also refuses accepted drafts (as many as the job has room for) that are similar to a text of any account.
 */
async function judgeAmongAll(tx: Db, job: GenerationJob, judged: Judgement, now: Date): Promise<Judgement> {
  const room = Math.max(0, job.slots.length - job.drafts.length);
  const { accepted, refused } = await refuseAlike(tx, job, judged.accepted.slice(0, room), now);
  const alike = refused.map((text) => ({ text, fault: 'too_similar' as const }));
  return { accepted, refused: [...judged.refused, ...alike] };
}

/**
 * Withdraws drafts that can no longer be saved, so that other accounts may use similar texts: those of a
 * failed calendar, or of calendars that this one replaces.
 */
async function withdrawUnused(tx: Db, job: GenerationJob, status: GenerationJob['status']): Promise<void> {
  if (job.kind !== 'calendar') return;
  if (status === 'failed') await withdrawDrafts(tx, [job.id]);
  if (status === 'completed') await withdrawDrafts(tx, await selectUnusedJobIds(tx, job));
}
