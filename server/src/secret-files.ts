import { readFileSync } from 'node:fs';

/**
 * Secret settings: each may be given as a file, as vaults and orchestrators mount them (`APP_SECRET_FILE`).
 */
const SECRETS = [
  'APP_SECRET',
  'APP_SECRETS_FORMER',
  'DATABASE_URL',
  'METRICS_TOKEN',
  'X_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'LLM_API_KEY',
  'SMTP_URL',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment with the contents of its secret files, and the faults; no fault quotes a file. */
export function withSecretFiles(env: Environment): { env: Environment; faults: string[] } {
  const read: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`];
    if (path === undefined) continue;
    if (env[name] !== undefined) faults.push(`${name} and ${name}_FILE are both given`);
    try {
      read[name] = readFileSync(path, 'utf8').trim();
    } catch {
      faults.push(`${name}_FILE cannot be read`);
    }
  }
  return { env: { ...env, ...read }, faults };
}
