import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { registerAccountsAdminRoutes } from './features/accounts/accounts.admin.routes.ts';
import type { AccountHolds, AccountsDeps } from './features/accounts/accounts.deps.ts';
import { listXUsers } from './features/accounts/accounts.queries.ts';
import { registerAccountsRoutes } from './features/accounts/accounts.routes.ts';
import { deactivateSurplus } from './features/accounts/deactivate-surplus.ts';
import { createAccountTokens } from './features/accounts/tokens/create-account-tokens.ts';
import { createRenewals } from './features/accounts/tokens/renewals.ts';
import { registerAdminRoutes } from './features/admin/admin.routes.ts';
import { registerBulkRoutes } from './features/admin/bulk.admin.routes.ts';
import { alikeQueues } from './features/alike/alike.jobs.ts';
import { registerAuditAdminRoutes } from './features/audit/audit.admin.routes.ts';
import { auditQueues } from './features/audit/audit.jobs.ts';
import { startSealer } from './features/audit/seal-audit.ts';
import { verifyAudit } from './features/audit/verify-audit.ts';
import { registerAuthAdminRoutes } from './features/auth/auth.admin.routes.ts';
import { authQueues } from './features/auth/auth.jobs.ts';
import { registerAuthRoutes } from './features/auth/auth.routes.ts';
import { registerPasswordsRoutes } from './features/auth/passwords/passwords.routes.ts';
import { createPasswords } from './features/auth/passwords/passwords.ts';
import { registerSessionsAdminRoutes } from './features/auth/sessions/sessions.admin.routes.ts';
import { registerSessionsRoutes } from './features/auth/sessions/sessions.routes.ts';
import { authenticate } from './features/auth/sign-in/authenticate.ts';
import { resetTwoFactorOf } from './features/auth/two-factor/reset-two-factor.ts';
import { registerTwoFactorRoutes } from './features/auth/two-factor/two-factor.routes.ts';
import { registerBillingAdminRoutes } from './features/billing/billing.admin.routes.ts';
import type { BillingDeps } from './features/billing/billing.deps.ts';
import { billingQueues } from './features/billing/billing.jobs.ts';
import { registerBillingRoutes } from './features/billing/billing.routes.ts';
import { registerCustomerBillingRoutes } from './features/billing/staff/customer-billing.routes.ts';
import { costsQueues } from './features/costs/costs.jobs.ts';
import { registerCostsRoutes } from './features/costs/costs.routes.ts';
import { registerCreditMetrics } from './features/costs/register-credits.ts';
import { registerCustomerEmailsRoutes } from './features/emails/customer-emails.routes.ts';
import { registerEmailsAdminRoutes } from './features/emails/emails.admin.routes.ts';
import { emailsQueues } from './features/emails/emails.jobs.ts';
import { seedTemplates } from './features/emails/seed-templates.ts';
import type { FactsDeps } from './features/facts/facts.deps.ts';
import { factsQueues } from './features/facts/facts.jobs.ts';
import { deleteSources } from './features/facts/facts.queries.ts';
import { registerFactsRoutes } from './features/facts/facts.routes.ts';
import { registerFeedbackAdminRoutes } from './features/feedback/feedback.admin.routes.ts';
import { feedbackQueues } from './features/feedback/feedback.jobs.ts';
import { registerFeedbackRoutes } from './features/feedback/feedback.routes.ts';
import { figuresQueues } from './features/figures/figures.jobs.ts';
import { registerFlagsAdminRoutes } from './features/flags/flags.admin.routes.ts';
import { registerFlagsRoutes } from './features/flags/flags.routes.ts';
import { registerGenerationAdminRoutes } from './features/generation/generation.admin.routes.ts';
import type { GenerationDeps } from './features/generation/generation.deps.ts';
import { generationQueues } from './features/generation/generation.jobs.ts';
import { registerGenerationRoutes } from './features/generation/generation.routes.ts';
import { registerMaintenanceAdminRoutes } from './features/maintenance/maintenance.admin.routes.ts';
import {
  registerMaintenanceGuard,
  registerMaintenanceRoutes,
} from './features/maintenance/maintenance.routes.ts';
import { registerMetricsRoutes } from './features/metrics/metrics.admin.routes.ts';
import type { NewsDeps } from './features/news/news.deps.ts';
import { newsQueues } from './features/news/news.jobs.ts';
import { registerNewsRoutes } from './features/news/news.routes.ts';
import { registerNichesAdminRoutes } from './features/niches/niches.admin.routes.ts';
import { registerNichesRoutes } from './features/niches/niches.routes.ts';
import { registerAdPostsRoutes } from './features/posts/ad-posts.admin.routes.ts';
import { deleteUnpublished } from './features/posts/edit/delete-post.ts';
import { followSubscription } from './features/posts/follow-subscription.ts';
import { registerOwnPostsRoutes } from './features/posts/own-posts.routes.ts';
import { registerPostsAdminRoutes } from './features/posts/posts.admin.routes.ts';
import type { PostsDeps } from './features/posts/posts.deps.ts';
import { postsQueues } from './features/posts/posts.jobs.ts';
import { registerPostsRoutes } from './features/posts/posts.routes.ts';
import { registerPromptsAdminRoutes } from './features/prompts/prompts.admin.routes.ts';
import { seedPrompts } from './features/prompts/seed-prompts.ts';
import { createEngine } from './features/publishing/engine/engine.ts';
import { markRestored } from './features/publishing/engine/mark-restored.ts';
import { registerPublishingMetrics } from './features/publishing/engine/register-metrics.ts';
import { holdAccount, releaseAccount } from './features/publishing/lanes/hold-account.ts';
import { waitForOpen } from './features/publishing/lanes/wait-for-open.ts';
import { registerPublishingAdminRoutes } from './features/publishing/publishing.admin.routes.ts';
import type { HoldDeps, PublishingDeps } from './features/publishing/publishing.deps.ts';
import { publishingQueues } from './features/publishing/publishing.jobs.ts';
import {
  createLanesCheck,
  findLimits,
  findStopSince,
  getOldestOverdueSeconds,
  getPublishingState,
  isWorkerAlive,
} from './features/publishing/publishing.queries.ts';
import { registerPublishingRoutes } from './features/publishing/publishing.routes.ts';
import type { UserDataDeps } from './features/user-data/user-data.deps.ts';
import { userDataQueues } from './features/user-data/user-data.jobs.ts';
import { registerUserDataRoutes } from './features/user-data/user-data.routes.ts';
import { getUserView } from './features/user-view/get-user-view.ts';
import { registerUserViewRoutes } from './features/user-view/user-view.routes.ts';
import { grantRole, revokeRole } from './features/users/grant-role.ts';
import { registerUnsubscribeRoutes } from './features/users/unsubscribe.routes.ts';
import { registerUsersAdminRoutes } from './features/users/users.admin.routes.ts';
import type { UsersDeps } from './features/users/users.deps.ts';
import { findUserByEmail } from './features/users/users.queries.ts';
import { eraseVoice } from './features/voice/erase-voices.ts';
import { voiceQueues } from './features/voice/voice.jobs.ts';
import { registerVoiceRoutes } from './features/voice/voice.routes.ts';
import type { Parts, Runtime } from './parts.ts';
import { clockOffBy } from './platform/clock.ts';
import { openDatabase } from './platform/database/database.ts';
import { createEvents } from './platform/events.ts';
import { buildHttp } from './platform/http/build-http.ts';
import { registerHealth } from './platform/http/health.ts';
import { registerMetrics } from './platform/http/metrics-route.ts';
import { registerOpenApi } from './platform/http/openapi.ts';
import { watchProxies } from './platform/http/proxies.ts';
import { registerStaticFiles } from './platform/http/static-files.ts';
import { createJobs, type Queue } from './platform/jobs.ts';
import { createMetrics } from './platform/metrics.ts';
import { platformQueues } from './platform/platform.jobs.ts';
import type { Platform } from './platform/platform.ts';
import { queues } from './platform/queues.ts';
import { createRateLimits } from './platform/rate-limits.ts';
import { createSealer } from './platform/secrets.ts';
import { endStuckProcess } from './platform/watchdog.ts';
import { createOpenAiCompatibleModel } from './providers/llm/openai-compatible.ts';
import { createMailer } from './providers/mail/smtp.ts';
import { createFeedReader } from './providers/news/read-feed.ts';
import { createFeedNews } from './providers/news/rss.ts';
import { createStripeGateway } from './providers/stripe/stripe-gateway.ts';
import { createXClient } from './providers/x/x-client.ts';

/** How long a manual retry waits for the outcome before it answers that the post is queued. */
const RETRY_WAIT_MS = 4_000;

/**
 * The one composition root: builds every part from the configuration, and starts none of them. Platform
 * first, then providers, then features from the lowest up; each feature gets only what it needs.
 */
export async function compose(config: Config, runtime: Runtime): Promise<Parts> {
  const { log, databaseUrl } = runtime;
  const clock = runtime.clock ?? clockOffBy(config.clockOffsetMs);
  const database = openDatabase(runtime.servingUrl ?? databaseUrl, log, config.database.poolSize);
  const { db } = database;
  const events = createEvents(databaseUrl, log);
  const jobs = createJobs(databaseUrl, log);
  const limits = createRateLimits(database.pool);
  const metrics = createMetrics();
  const sealer = createSealer(runtime.appSecret, config.secrets.former);
  const platform: Platform = { db, clock, log, events, jobs, limits, sealer, metrics };

  // Providers.
  const mailer = createMailer(config.mail);
  const model = createOpenAiCompatibleModel(config.llm);
  const newsSource = config.news && createFeedNews(config.news);
  const x = createXClient(config.x, clock);
  const payments = createStripeGateway(config.stripe);

  // Features: dependencies.
  const { publicUrl, supportEmail } = config;
  const usersDeps: UsersDeps = { db, clock };
  const getUser = (userId: number) => getUserView(usersDeps, userId);
  const holdDeps: HoldDeps = { db, clock, events, jobs, sealer, publicUrl };
  const emailsDeps = { db, clock, log, metrics, limits, sealer, mailer, publicUrl, supportEmail };
  const authDeps = { ...usersDeps, log, jobs, sealer, limits, passwords: createPasswords(), publicUrl };
  const holds: AccountHolds = {
    waitForOpen: (accountIds) => waitForOpen({ db }, accountIds),
    hold: (tx, accountId, reason) => holdAccount(holdDeps, tx, accountId, reason),
    release: async (tx, accountId, reason) =>
      void (await releaseAccount(holdDeps, tx, accountId, reason, 'The account is connected again.')),
  };
  const billingDeps: BillingDeps = {
    db,
    clock,
    log,
    jobs,
    limits,
    events,
    payments,
    publicUrl,
    sealer,
    receipts: config.receipts,
    trialsCanBeSet: config.trialsCanBeSet,
    pastDueGraceDays: config.pastDueGraceDays,
    xUsersOf: listXUsers,
    afterSubscriptionChange: async (tx, userId, { publishes, accountLimit }) => {
      await deactivateSurplus({ ...holdDeps, holds }, tx, userId, accountLimit);
      await followSubscription(holdDeps, tx, userId, publishes);
    },
  };
  const factsDeps: FactsDeps = { db, clock, limits, feeds: createFeedReader(config.feeds) };
  const costsDeps = { db, clock, alarmDays: config.creditsAlarmDays };
  const newsDeps: NewsDeps = { db, clock, jobs, limits, model, source: newsSource };
  const generationDeps: GenerationDeps = { db, clock, jobs, events, metrics, model };
  const tweetUrl = (tweetId: string) => `${config.x.webUrl}/i/web/status/${tweetId}`;
  const postsDeps: PostsDeps = { ...holdDeps, limits, tweetUrl };
  const accountsDeps: AccountsDeps = {
    ...holdDeps,
    log,
    limits,
    x,
    renewals: createRenewals(),
    holds,
    deleteSources,
    deleteUnpublished,
    eraseVoice,
  };
  const tokens = createAccountTokens(accountsDeps);
  const engineDeps: PublishingDeps = { ...holdDeps, log, metrics, x, tokens };
  const engine = createEngine(
    { ...engineDeps, clock },
    {
      databaseUrl: runtime.servingUrl ?? databaseUrl,
      concurrency: config.publishConcurrency,
      onStuck: () => endStuckProcess(log, 'the publishing engine'),
    },
  );
  const publishingDeps = { ...platform, tweetUrl, retryWaitMs: RETRY_WAIT_MS, x, tokens };
  const userDataDeps: UserDataDeps = { ...authDeps, ...accountsDeps, payments, events, tweetUrl };

  // Background work of all features.
  const background: Queue<never>[] = [
    ...platformQueues({ db, clock, limits }),
    ...emailsQueues(emailsDeps),
    ...auditQueues({ db, clock }),
    ...authQueues(authDeps),
    ...billingQueues(billingDeps),
    ...factsQueues({ db, clock, feeds: factsDeps.feeds }),
    ...costsQueues(costsDeps),
    ...feedbackQueues({ db, clock }),
    ...figuresQueues({ db, clock }),
    ...alikeQueues({ db, clock }),
    ...generationQueues(generationDeps),
    ...postsQueues(postsDeps),
    ...newsQueues(newsDeps),
    ...publishingQueues(engineDeps),
    ...userDataQueues(userDataDeps),
    ...voiceQueues({ db, clock }),
  ];

  // HTTP.
  const proxyWatch = watchProxies(config.trustProxy, log);
  const httpOptions: Parameters<typeof buildHttp>[0] = {
    log,
    metrics,
    authenticate: (token, isOwn) => authenticate({ db, clock }, token, isOwn),
    imageOrigins: config.sandbox ? [`http://127.0.0.1:${config.sandbox.port}`] : [],
    https: config.publicUrl.startsWith('https:'),
    trustProxy: config.trustProxy,
    proxyWatch,
    ...config.http,
  };
  const creditsWatch = registerCreditMetrics({ ...costsDeps, log, metrics });
  function registerProbes(app: FastifyInstance): void {
    registerHealth(app, {
      db,
      clock,
      workerAlive: () => isWorkerAlive(db, clock),
      oldestOverdueSeconds: (now) => getOldestOverdueSeconds(db, now),
      lanesState: createLanesCheck(db),
      publishingState: () => getPublishingState(db, clock.now()),
      environment: environmentOf(config),
      warnings: proxyWatch.warnings,
      staffWarnings: creditsWatch.warnings,
    });
    registerMetrics(app, metrics, { token: config.secrets.metricsToken, production: config.production });
  }
  registerPublishingMetrics(platform);

  async function registerApi(): Promise<FastifyInstance> {
    const http = await buildHttp(httpOptions);
    await registerOpenApi(http, config.apiDocs);
    registerProbes(http);
    registerMaintenanceGuard(http, { db, clock });
    registerAuthRoutes(http, { ...authDeps, getUser });
    registerPasswordsRoutes(http, authDeps);
    registerSessionsRoutes(http, authDeps);
    registerSessionsAdminRoutes(http, { db, clock, events, limits });
    registerAuditAdminRoutes(http, {
      db,
      clock,
      findPersonId: async (email) => (await findUserByEmail(db, email))?.id,
    });
    registerTwoFactorRoutes(http, { ...authDeps, getUser });
    registerUserViewRoutes(http, { ...usersDeps, events });
    registerUnsubscribeRoutes(http, { ...usersDeps, sealer, publicUrl });
    registerUserDataRoutes(http, userDataDeps);
    registerBillingRoutes(http, { ...billingDeps, getUser });
    registerBillingAdminRoutes(http, billingDeps);
    registerCostsRoutes(http, costsDeps);
    registerAccountsRoutes(http, {
      ...accountsDeps,
      limitsOf: (accountIds) => findLimits(db, accountIds, clock.now()),
      stoppedSince: () => findStopSince(db),
    });
    registerVoiceRoutes(http, { db, clock, limits });
    registerGenerationRoutes(http, { ...generationDeps, limits });
    registerPostsRoutes(http, postsDeps);
    registerAdPostsRoutes(http, { ...postsDeps, ...generationDeps });
    registerOwnPostsRoutes(http, postsDeps);
    registerPublishingRoutes(http, publishingDeps);
    registerNewsRoutes(http, newsDeps);
    registerNichesRoutes(http, { db, limits, clock });
    registerNichesAdminRoutes(http, { db, clock });
    registerFactsRoutes(http, factsDeps);
    registerFeedbackRoutes(http, { db, limits, clock });
    registerFeedbackAdminRoutes(http, { db, clock });
    registerEmailsAdminRoutes(http, emailsDeps);
    registerPromptsAdminRoutes(http, { db, clock });
    registerFlagsRoutes(http, { db });
    registerFlagsAdminRoutes(http, { db, clock });
    registerMetricsRoutes(http, { db, clock });
    registerMaintenanceRoutes(http, { db, clock });
    registerMaintenanceAdminRoutes(http, { db, clock, events });
    registerUsersAdminRoutes(http, usersDeps);
    registerAuthAdminRoutes(http, authDeps);
    registerAccountsAdminRoutes(http, usersDeps);
    registerGenerationAdminRoutes(http, usersDeps);
    registerCustomerEmailsRoutes(http, { ...emailsDeps, jobs, limits });
    registerCustomerBillingRoutes(http, billingDeps);
    registerPostsAdminRoutes(http, postsDeps);
    registerPublishingAdminRoutes(http, publishingDeps);
    registerAdminRoutes(http, postsDeps);
    registerBulkRoutes(http, { ...postsDeps, ...authDeps, log });
    await registerStaticFiles(http, { supportEmail, notice: config.notice });
    return http;
  }
  let api: Promise<FastifyInstance> | undefined;

  const stops: (() => Promise<void>)[] = [];

  async function buildProbe(): Promise<FastifyInstance> {
    const probe = await buildHttp(httpOptions);
    registerProbes(probe);
    stops.unshift(() => probe.close());
    return probe;
  }

  let isListening = false;

  /**
   * Either role may start first: with the second call the job queue may become a worker, but never the
   * reverse.
   */
  async function startCommon(mode: 'send' | 'work'): Promise<void> {
    if (!isListening) {
      isListening = true;
      await seedTemplates(db);
      await seedPrompts(db);
      stops.push(
        () => jobs.stop(),
        () => events.stop(),
      );
      await events.start();
    }
    await jobs.start(background, mode);
  }

  return {
    buildApi: () => (api ??= registerApi()),
    buildProbe,
    platform,
    engine,
    startApi: () => startCommon('send'),
    async startWorker() {
      await startCommon('work');
      await jobs.enqueue(db, queues.refreshCatalogue, {}, { key: 'start' });
      await jobs.enqueue(db, queues.checkRestored, {}, { key: 'start' });
      await jobs.enqueue(db, queues.updatePlannedCosts, {}, { key: 'start' });
      const auditSealer = startSealer({ db, clock, log });
      engine.start();
      stops.unshift(
        () => engine.stop(),
        () => auditSealer.stop(),
      );
    },
    changeRole: (change, ...to) => (change === 'grant' ? grantRole : revokeRole)(usersDeps, ...to),
    async resetTwoFactor(email, reason) {
      // It emails the person, so it needs the queue.
      await startCommon('send');
      return resetTwoFactorOf(authDeps, email, reason);
    },
    verifyAudit: () => verifyAudit(db),
    markRestored: (backupFrom) => markRestored(db, backupFrom, clock.now()),
    async stop() {
      await (await api?.catch(() => undefined))?.close();
      for (const stop of stops) await stop();
      await database.close();
    },
  };
}

function environmentOf(config: Config): string {
  const name = config.production ? 'production' : 'development';
  return config.sandbox ? `${name}, sandbox` : name;
}
