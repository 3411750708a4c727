import { z } from 'zod';
import { type CrashPoint, crashPoints } from './platform/crash-points.ts';
import { StartupError } from './platform/errors.ts';
import { isNetwork, type TrustProxy } from './platform/http/proxies.ts';
import { withSecretFiles } from './secret-files.ts';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
const text = z.string().trim().min(1).optional();
const flag = z.stringbool().default(false);

/** Every setting, as read from the environment. Documented in `.env.example`. */
const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port(3000),
  WORKER_PORT: port(0),
  HOST: text,
  DATA_DIR: z.string().trim().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s):// address' }).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: z.string().trim().optional(),
  API_DOCS: z.stringbool().optional(),
  ALLOW_UNENCRYPTED: flag,
  REQUEST_TIMEOUT_MS: z.coerce.number().int().min(100).default(30_000),
  IDLE_TIMEOUT_MS: z.coerce.number().int().min(100).default(120_000),
  MAX_CONNECTIONS: z.coerce.number().int().min(10).default(10_000),
  APP_SECRET: z.string().min(32, 'needs at least 32 characters').optional(),
  APP_SECRETS_FORMER: z.string().default(''),
  METRICS_TOKEN: text,
  SANDBOX: flag,
  SANDBOX_PORT: port(4010),
  SANDBOX_SMTP_PORT: port(4025),
  X_CLIENT_ID: text,
  X_CLIENT_SECRET: text,
  X_API_URL: z.url().default('https://api.x.com'),
  X_WEB_URL: z.url().default('https://x.com'),
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_API_URL: z.url().default('https://api.stripe.com'),
  LLM_BASE_URL: z.url().optional(),
  LLM_API_KEY: text,
  LLM_MODEL: text,
  NEWS_FEED_URL: text,
  NEWS_HOSTS: z.string().default(''),
  FEED_HOSTS: z.string().default(''),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.string().trim().min(3).default('Drumbeat <hello@drumbeat.example>'),
  SUPPORT_EMAIL: z.email().default('support@drumbeat.example'),
  PAST_DUE_GRACE_DAYS: z.coerce.number().int().min(0).max(60).default(14),
  RECEIPTS: z.enum(['stripe', 'drumbeat']).optional(),
  TEST_TRIALS: flag,
  CRASH_POINT: z.enum(crashPoints).optional(),
  CLOCK_OFFSET_MS: z.coerce.number().int().min(-600_000).max(600_000).default(0),
  X_CREDITS_ALARM_DAYS: z.coerce.number().int().min(1).max(60).default(7),
  PUBLISH_CONCURRENCY: z.coerce.number().int().min(1).max(2_000).default(512),
});

const SANDBOX_NOTICE = 'Sandbox: nothing here is real. No money moves, and nothing is posted on X.';

/** The keys that each provider requires outside the sandbox. */
const providerKeys = {
  x: ['X_CLIENT_ID', 'X_CLIENT_SECRET'],
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  llm: ['LLM_BASE_URL', 'LLM_API_KEY', 'LLM_MODEL'],
  mail: ['SMTP_URL'],
} as const;
export type Provider = keyof typeof providerKeys;

export type Config = {
  production: boolean;
  host: string;
  port: number;
  /** The port of /metrics and health in a process of the role `worker`; undefined for none. */
  workerPort: number | undefined;
  publicUrl: string;
  dataDir: string;
  logLevel: string;
  trustProxy: TrustProxy;
  /** Whether to serve /api/docs. */
  apiDocs: boolean;
  /**
   * Milliseconds that a request may take to arrive and a connection may be idle; the maximum number of
   * connections.
   */
  http: { requestTimeoutMs: number; idleTimeoutMs: number; maxConnections: number };
  supportEmail: string;
  /** What every page says at its top; undefined for nothing. */
  notice: string | undefined;
  publishConcurrency: number;
  /** How many days posts are still published after the first failed payment. */
  pastDueGraceDays: number;
  /** Raise the alarm if the credits at X last fewer days than this. */
  creditsAlarmDays: number;
  /** Who emails receipts: the payment provider or us. */
  receipts: 'stripe' | 'drumbeat';
  /** Whether testers may set their trial. */
  trialsCanBeSet: boolean;
  /** Where a test makes this process crash. */
  crashPoint: CrashPoint | undefined;
  /** The clock offset of this process in a test. */
  clockOffsetMs: number;
  database: { url: string | undefined; poolSize: number };
  sandbox: { port: number; smtpPort: number; providers: readonly Provider[] } | undefined;
  x: { clientId: string; clientSecret: string; apiUrl: string; webUrl: string };
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string };
  llm: { baseUrl: string; apiKey: string; model: string };
  /** `requireTls`: refuse to send emails over an unencrypted connection. */
  mail: { smtpUrl: string; from: string; requireTls: boolean };
  /** The URL of the news feed, with `{niche}` in it; undefined for none. */
  news: { url: string; hosts: readonly string[]; localHosts: readonly string[] } | undefined;
  /**
   * The hosts from which people may add feeds; `localHosts` are those on this machine, such as the sandbox's.
   */
  feeds: { hosts: readonly string[]; localHosts: readonly string[] };
  secrets: { app: string | undefined; former: readonly string[]; metricsToken: string | undefined };
};

type Settings = z.infer<typeof environment>;

/** Reads and checks the environment. Throws one StartupError that names every fault, but no values. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const files = withSecretFiles(given);
  if (files.faults.length > 0) throw settingsFault(files.faults);
  const parsed = environment.safeParse(files.env);
  if (!parsed.success) {
    throw settingsFault(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  }
  const settings = parsed.data;
  const absent = (Object.keys(providerKeys) as Provider[]).filter(
    (name) => missingKeys(settings, name).length > 0,
  );
  const faults = [
    ...providerFaults(settings, absent),
    ...productionFaults(settings),
    ...proxyFaults(settings),
    ...testFaults(settings),
    ...newsFaults(settings),
    ...feedFaults(settings),
  ];
  if (faults.length > 0) throw settingsFault(faults);
  const production = settings.NODE_ENV === 'production';
  return {
    production,
    host: settings.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: settings.PORT,
    workerPort: settings.WORKER_PORT || undefined,
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ''),
    dataDir: settings.DATA_DIR,
    logLevel: settings.LOG_LEVEL,
    trustProxy: trustProxy(settings),
    apiDocs: settings.API_DOCS ?? !production,
    http: {
      requestTimeoutMs: settings.REQUEST_TIMEOUT_MS,
      idleTimeoutMs: settings.IDLE_TIMEOUT_MS,
      maxConnections: settings.MAX_CONNECTIONS,
    },
    supportEmail: settings.SUPPORT_EMAIL,
    notice: production && absent.length > 0 ? SANDBOX_NOTICE : undefined,
    publishConcurrency: settings.PUBLISH_CONCURRENCY,
    pastDueGraceDays: settings.PAST_DUE_GRACE_DAYS,
    creditsAlarmDays: settings.X_CREDITS_ALARM_DAYS,
    receipts: settings.RECEIPTS ?? (absent.includes('stripe') ? 'drumbeat' : 'stripe'),
    trialsCanBeSet: settings.TEST_TRIALS,
    crashPoint: settings.CRASH_POINT,
    clockOffsetMs: settings.CLOCK_OFFSET_MS,
    database: { url: settings.DATABASE_URL, poolSize: settings.DATABASE_POOL },
    ...providerConfig(settings, absent),
    news: newsConfig(settings, absent.length > 0),
    feeds: feedsConfig(settings, absent.length > 0),
    secrets: {
      app: settings.APP_SECRET,
      former: settings.APP_SECRETS_FORMER.split(',')
        .map((secret) => secret.trim())
        .filter(Boolean),
      metricsToken: settings.METRICS_TOKEN,
    },
  };
}

function missingKeys(settings: Settings, provider: Provider): string[] {
  return providerKeys[provider].filter((key) => !settings[key]);
}

/**
 * A provider must have all of its keys, or none: then the sandbox replaces it, in production only if enabled.
 */
function providerFaults(settings: Settings, absent: readonly Provider[]): string[] {
  const sandboxAllowed = settings.NODE_ENV !== 'production' || settings.SANDBOX;
  return absent
    .filter((name) => !sandboxAllowed || missingKeys(settings, name).length < providerKeys[name].length)
    .flatMap((name) => missingKeys(settings, name).map((key) => `${key} is missing`));
}

function productionFaults(settings: Settings): string[] {
  if (settings.NODE_ENV !== 'production' || settings.SANDBOX) return [];
  const missing = (['APP_SECRET', 'PUBLIC_URL'] as const)
    .filter((key) => !settings[key])
    .map((key) => `${key} is missing`);
  return settings.ALLOW_UNENCRYPTED ? missing : [...missing, ...unencrypted(settings)];
}

const LOCAL_HOSTS = ['', 'localhost', '127.0.0.1', '[::1]'];

/** Settings that would send data unencrypted over the network. */
function unencrypted({ PUBLIC_URL, DATABASE_URL }: Settings): string[] {
  const faults: string[] = [];
  if (PUBLIC_URL?.startsWith('http:'))
    faults.push('PUBLIC_URL must be an https:// address, or ALLOW_UNENCRYPTED must be true');
  const database = DATABASE_URL === undefined ? null : URL.parse(DATABASE_URL);
  const host = database?.searchParams.get('host') ?? database?.hostname ?? '';
  const isLocal = /^(\/|%2F)/i.test(host) || LOCAL_HOSTS.includes(host);
  if (
    database &&
    !isLocal &&
    !/^(require|verify-ca|verify-full)$/.test(database.searchParams.get('sslmode') ?? '')
  )
    faults.push('DATABASE_URL needs sslmode=require or more, or ALLOW_UNENCRYPTED must be true');
  return faults;
}

const HOPS = /^[1-9]$/;

/** A bare `true` trusts one proxy: good enough to try things out, too careless for production. */
function trustProxy({ TRUST_PROXY: given = 'false' }: Settings): TrustProxy {
  if (given === 'false' || given === '0') return undefined;
  if (given === 'true') return 1;
  return HOPS.test(given) ? Number(given) : networksOf(given);
}

function networksOf(text: string): string[] {
  return text.split(',').map((network) => network.trim());
}

function proxyFaults({ NODE_ENV, TRUST_PROXY: given = 'false' }: Settings): string[] {
  const wanted = 'the number of proxies in a row (1 to 9) or a list of their networks (10.0.0.0/8, loopback)';
  if (given === 'true')
    return NODE_ENV === 'production' ? [`TRUST_PROXY must say which proxies to trust: ${wanted}`] : [];
  if (['false', '0'].includes(given) || HOPS.test(given) || networksOf(given).every(isNetwork)) return [];
  return [`TRUST_PROXY must be ${wanted}`];
}

function hostsOf(list: string): string[] {
  return list
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean);
}

/** The operator's news feed, or else the sandbox's if it runs. */
function newsConfig(settings: Settings, hasSandbox: boolean): Config['news'] {
  if (settings.NEWS_FEED_URL)
    return { url: settings.NEWS_FEED_URL, hosts: hostsOf(settings.NEWS_HOSTS), localHosts: [] };
  const host = sandboxHost(settings);
  const url = `http://${host}/news/rss?niche={niche}`;
  return hasSandbox ? { url, hosts: [host], localHosts: [host] } : undefined;
}

function feedsConfig(settings: Settings, hasSandbox: boolean): Config['feeds'] {
  const localHosts = hasSandbox ? [sandboxHost(settings)] : [];
  return { hosts: [...hostsOf(settings.FEED_HOSTS), ...localHosts], localHosts };
}

function sandboxHost({ SANDBOX_PORT }: Settings): string {
  return `127.0.0.1:${SANDBOX_PORT}`;
}

/** A host as in a URL: `feeds.example`, or `feeds.example:8443`. */
function isHost(text: string): boolean {
  return /^[a-z0-9.-]+(:\d+)?$/.test(text) && URL.parse(`https://${text}/`)?.host === text;
}

function feedFaults(settings: Settings): string[] {
  const wrong = hostsOf(settings.FEED_HOSTS).filter((host) => !isHost(host));
  return wrong.length > 0
    ? ['FEED_HOSTS must be a comma-separated list of hosts, such as feeds.example']
    : [];
}

function newsFaults(settings: Settings): string[] {
  const address = settings.NEWS_FEED_URL;
  if (!address) return [];
  const url = URL.parse(address.replaceAll('{niche}', 'niche'));
  if (url?.protocol !== 'https:') return ['NEWS_FEED_URL must be an https:// address'];
  return hostsOf(settings.NEWS_HOSTS).includes(url.host)
    ? []
    : ['NEWS_HOSTS must name the host of NEWS_FEED_URL'];
}

function testFaults(settings: Settings): string[] {
  const faults: string[] = [];
  if (settings.CRASH_POINT && settings.NODE_ENV !== 'test')
    faults.push('CRASH_POINT crashes this process and is for tests only');
  if (settings.CLOCK_OFFSET_MS !== 0 && settings.NODE_ENV !== 'test')
    faults.push("CLOCK_OFFSET_MS makes this process's clock wrong and is for tests only");
  if (settings.TEST_TRIALS && settings.NODE_ENV === 'production')
    faults.push('TEST_TRIALS gives trials away and is for development only');
  return faults;
}

function providerConfig(settings: Settings, absent: readonly Provider[]): Pick<Config, 'sandbox' | Provider> {
  const base = `http://127.0.0.1:${settings.SANDBOX_PORT}`;
  const local = {
    x: {
      clientId: 'sandbox-x-client',
      clientSecret: 'sandbox-x-secret',
      apiUrl: `${base}/x`,
      webUrl: `${base}/x`,
    },
    stripe: { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox', apiUrl: base },
    llm: { baseUrl: `${base}/llm/v1`, apiKey: 'sandbox', model: 'sandbox' },
    mail: {
      smtpUrl: `smtp://127.0.0.1:${settings.SANDBOX_SMTP_PORT}`,
      from: settings.MAIL_FROM,
      requireTls: false,
    },
  };
  const live = {
    x: {
      clientId: settings.X_CLIENT_ID ?? '',
      clientSecret: settings.X_CLIENT_SECRET ?? '',
      apiUrl: settings.X_API_URL,
      webUrl: settings.X_WEB_URL,
    },
    stripe: {
      secretKey: settings.STRIPE_SECRET_KEY ?? '',
      webhookSecret: settings.STRIPE_WEBHOOK_SECRET ?? '',
      apiUrl: settings.STRIPE_API_URL,
    },
    llm: {
      baseUrl: settings.LLM_BASE_URL ?? '',
      apiKey: settings.LLM_API_KEY ?? '',
      model: settings.LLM_MODEL ?? '',
    },
    mail: {
      smtpUrl: settings.SMTP_URL ?? '',
      from: settings.MAIL_FROM,
      requireTls: settings.NODE_ENV === 'production' && !settings.ALLOW_UNENCRYPTED,
    },
  };
  const chosen = <P extends Provider>(name: P) => (absent.includes(name) ? local[name] : live[name]);
  return {
    sandbox:
      absent.length > 0
        ? { port: settings.SANDBOX_PORT, smtpPort: settings.SANDBOX_SMTP_PORT, providers: absent }
        : undefined,
    x: chosen('x'),
    stripe: chosen('stripe'),
    llm: chosen('llm'),
    mail: chosen('mail'),
  };
}

function settingsFault(faults: readonly string[]): StartupError {
  return new StartupError(`Invalid settings (see .env.example): ${faults.join('; ')}.`);
}
