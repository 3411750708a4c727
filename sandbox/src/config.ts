import { resolve } from 'node:path';

/** All settings. Only `readSettings` reads the environment. */
export interface Settings {
  host: string;
  /** 0 for any free port. */
  port: number;
  smtpPort: number;
  /** The folder of `sandbox.json`; ':memory:' stores nothing. */
  dataDir: string;
  /** The URL at which browsers and API clients reach the sandbox; set after listening if absent. */
  publicUrl: string | undefined;
  webhookUrl: string | undefined;
  webhookSecret: string;
  xClientId: string;
  xClientSecret: string;
}

export const defaultSettings: Settings = {
  host: '127.0.0.1',
  port: 4010,
  smtpPort: 4025,
  dataDir: './data',
  publicUrl: undefined,
  webhookUrl: undefined,
  webhookSecret: 'whsec_sandbox',
  xClientId: 'sandbox-x-client',
  xClientSecret: 'sandbox-x-secret',
};

/** Reads the environment; throws a single error that lists every invalid value. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const faults: string[] = [];
  const settings: Settings = {
    host: env.SANDBOX_HOST || defaultSettings.host,
    port: readPort(env, 'SANDBOX_PORT', defaultSettings.port, faults),
    smtpPort: readPort(env, 'SANDBOX_SMTP_PORT', defaultSettings.smtpPort, faults),
    dataDir: readDataDir(env.DATA_DIR || defaultSettings.dataDir),
    publicUrl: readUrl(env, 'SANDBOX_PUBLIC_URL', faults),
    webhookUrl: readUrl(env, 'SANDBOX_WEBHOOK_URL', faults),
    webhookSecret: env.STRIPE_WEBHOOK_SECRET || defaultSettings.webhookSecret,
    xClientId: env.X_CLIENT_ID || defaultSettings.xClientId,
    xClientSecret: env.X_CLIENT_SECRET || defaultSettings.xClientSecret,
  };
  if (faults.length > 0) throw new Error(`sandbox: ${faults.join('; ')}`);
  return settings;
}

function readDataDir(value: string): string {
  return value === ':memory:' ? value : resolve(value);
}

function readPort(env: NodeJS.ProcessEnv, name: string, fallback: number, faults: string[]): number {
  const text = env[name];
  if (!text) return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  faults.push(`${name} must be a port between 0 and 65535, not '${text}'`);
  return fallback;
}

function readUrl(env: NodeJS.ProcessEnv, name: string, faults: string[]): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  faults.push(`${name} must be an http or https URL, not '${text}'`);
  return undefined;
}
