import type { Config } from './config.ts';
import { createParts } from './create-parts.ts';
import { accounts } from './features/accounts/accounts.feature.ts';
import { listXUsers } from './features/accounts/accounts.queries.ts';
import { deactivateSurplus } from './features/accounts/deactivate-surplus.ts';
import { createAccountTokens } from './features/accounts/tokens/get-access.ts';
import { createRenewals } from './features/accounts/tokens/renewals.ts';
import { admin } from './features/admin/admin.feature.ts';
import { alike } from './features/alike/alike.feature.ts';
import { audit } from './features/audit/audit.feature.ts';
import { auth } from './features/auth/auth.feature.ts';
import { createPasswords } from './features/auth/passwords/passwords.ts';
import type { SubscriptionChange } from './features/billing/billing.deps.ts';
import { billing } from './features/billing/billing.feature.ts';
import { costs } from './features/costs/costs.feature.ts';
import { emails } from './features/emails/emails.feature.ts';
import { facts } from './features/facts/facts.feature.ts';
import { deleteSources } from './features/facts/facts.queries.ts';
import { feedback } from './features/feedback/feedback.feature.ts';
import { figures } from './features/figures/figures.feature.ts';
import { flags } from './features/flags/flags.feature.ts';
import { generation } from './features/generation/generation.feature.ts';
import { maintenance } from './features/maintenance/maintenance.feature.ts';
import { metrics as metricsFeature } from './features/metrics/metrics.feature.ts';
import { news } from './features/news/news.feature.ts';
import { niches } from './features/niches/niches.feature.ts';
import { deleteUnpublished } from './features/posts/edit/delete-post.ts';
import { followSubscription } from './features/posts/edit/pause-posts.ts';
import { posts } from './features/posts/posts.feature.ts';
import { prompts } from './features/prompts/prompts.feature.ts';
import { createEngine } from './features/publishing/engine/engine.ts';
import { registerPublishingMetrics } from './features/publishing/engine/register-metrics.ts';
import { accountHolds } from './features/publishing/lanes/hold-account.ts';
import { publishing } from './features/publishing/publishing.feature.ts';
import { findLimits, findStopSince } from './features/publishing/publishing.queries.ts';
import { userData } from './features/user-data/user-data.feature.ts';
import { getUserView } from './features/user-view/get-user-view.ts';
import { userView } from './features/user-view/user-view.feature.ts';
import { users } from './features/users/users.feature.ts';
import { findUserByEmail } from './features/users/users.queries.ts';
import { eraseVoice } from './features/voice/erase-voices.ts';
import { voice } from './features/voice/voice.feature.ts';
import type { Parts, Runtime } from './parts.ts';
import { clockOffBy } from './platform/clock.ts';
import { type Db, openDatabase } from './platform/database/database.ts';
import { createEvents } from './platform/events.ts';
import { createJobs } from './platform/jobs.ts';
import { createMetrics } from './platform/metrics.ts';
import type { Platform } from './platform/platform.ts';
import { createRateLimits } from './platform/rate-limiter.ts';
import { createSealer } from './platform/secrets.ts';
import { endStuckProcess } from './platform/watchdog.ts';
import { createOpenAiCompatibleModel } from './providers/llm/openai-compatible.ts';
import { createMailer } from './providers/mail/smtp.ts';
import { createFeedNews, createFeedReader } from './providers/news/read-feed.ts';
import { createStripeGateway } from './providers/stripe/stripe-gateway.ts';
import { createXClient } from './providers/x/x-client.ts';

/** How long a manual retry waits for the outcome before it answers that the post is queued. */
const RETRY_WAIT_MS = 4_000;

/** Maintenance comes first: its guard refuses calls of the routes after it. The rest is in alphabetical order. */
const features = [
  maintenance,
  ...[accounts, admin, alike, audit, auth, billing, costs, emails, facts, feedback],
  ...[figures, flags, generation, metricsFeature, news, niches, posts, prompts],
  ...[publishing, userData, userView, users, voice],
];

/**
 * The one composition root: builds every part from the configuration, and starts none of them. A feature takes
 * what its deps name from one context, and the compiler checks that it is there.
 */
export async function compose(config: Config, runtime: Runtime): Promise<Parts> {
  const { log, databaseUrl, servingUrl = databaseUrl } = runtime;
  const clock = runtime.clock ?? clockOffBy(config.clockOffsetMs);
  const database = openDatabase(servingUrl, log, config.database.poolSize);
  const { db } = database;
  const platform = {
    db,
    clock,
    log,
    events: createEvents(databaseUrl, log),
    jobs: createJobs(databaseUrl, log),
    limits: createRateLimits(database.pool),
    sealer: createSealer(runtime.appSecret, config.secrets.former),
    metrics: createMetrics(),
  } satisfies Platform;

  const x = createXClient(config.x, clock);
  const providers = {
    x,
    mailer: createMailer(config.mail),
    model: createOpenAiCompatibleModel(config.llm),
    source: config.news && createFeedNews(config.news),
    payments: createStripeGateway(config.stripe),
    feeds: createFeedReader(config.feeds),
  };
  const settings = {
    publicUrl: config.publicUrl,
    supportEmail: config.supportEmail,
    receipts: config.receipts,
    trialsCanBeSet: config.trialsCanBeSet,
    pastDueGraceDays: config.pastDueGraceDays,
    alarmDays: config.creditsAlarmDays,
    retryWaitMs: RETRY_WAIT_MS,
    tweetUrl: (tweetId: string) => `${config.x.webUrl}/i/web/status/${tweetId}`,
  };

  // What a lower feature needs of a higher one, handed in so that features form no circle.
  const base = { ...platform, ...settings };
  const holds = accountHolds(base);
  const upward = {
    holds,
    deleteSources,
    deleteUnpublished,
    eraseVoice,
    xUsersOf: listXUsers,
    getUser: (userId: number) => getUserView(platform, userId),
    findPersonId: async (email: string) => (await findUserByEmail(db, email))?.id,
    limitsOf: (accountIds: readonly number[]) => findLimits(db, accountIds, clock.now()),
    stoppedSince: () => findStopSince(db),
    async applySubscriptionChange(tx: Db, userId: number, change: SubscriptionChange): Promise<void> {
      await deactivateSurplus({ ...base, holds }, tx, userId, change.accountLimit);
      await followSubscription(base, tx, userId, change.publishes);
    },
  };

  const most = { ...base, ...providers, ...upward, passwords: createPasswords(), renewals: createRenewals() };
  const context = { ...most, tokens: createAccountTokens(most) };
  const engine = createEngine(
    { ...context, clock },
    {
      databaseUrl: servingUrl,
      concurrency: config.publishConcurrency,
      onStuck: () => endStuckProcess(log, 'the publishing engine'),
    },
  );
  registerPublishingMetrics(platform);
  return createParts({
    config,
    platform,
    engine,
    context,
    routes: (app) => {
      for (const { routes } of features) routes(app, context);
    },
    queues: features.flatMap(({ jobs }) => jobs(context)),
    close: () => database.close(),
  });
}
