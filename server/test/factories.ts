import { randomUUID } from 'node:crypto';
import { insertPassword } from '../src/features/auth/auth.store.ts';
import { openSession } from '../src/features/auth/open-session.ts';
import { createPasswords } from '../src/features/auth/passwords.ts';
import { maintenanceWindows } from '../src/features/maintenance/maintenance.tables.ts';
import { createUser } from '../src/features/users/create-user.ts';
import { grantRole } from '../src/features/users/grant-role.ts';
import { markEmailVerified } from '../src/features/users/mark-email-verified.ts';
import type { Role } from '../src/features/users/users.types.ts';
import type { TestApp } from './build-app.ts';

/** What `call` gives back: the status and the parsed body. */
export type Answer<T = Record<string, unknown>> = {
  status: number;
  body: T;
  headers: Record<string, unknown>;
};

/** Calls the API in process, as the bearer of a token when one is given. */
export async function call<T = Record<string, never>>(
  app: TestApp,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer<T>> {
  const response = await app.http.inject({
    method,
    url,
    headers: { ...(options.token ? { authorization: `Bearer ${options.token}` } : {}), ...options.headers },
    ...(options.body === undefined ? {} : { payload: options.body as object }),
  });
  const json = response.headers['content-type']?.toString().includes('json');
  return {
    status: response.statusCode,
    body: (json ? response.json() : response.body) as T,
    headers: response.headers,
  };
}

/** What every built user signs in with. */
export const PASSWORD = 'Correct-horse-7';
let passwordHash: Promise<string> | undefined;

export type BuiltUser = { id: number; email: string; token: string };

/** A person with a live session: verified and without roles, unless told otherwise. */
export async function buildUser(
  app: TestApp,
  given: { email?: string; niche?: string; timeZone?: string; verified?: boolean; roles?: Role[] } = {},
): Promise<BuiltUser> {
  const { db, clock } = app.platform;
  const now = clock.now();
  const user = await createUser(db, {
    email: given.email ?? `${randomUUID()}@people.example`,
    niche: given.niche ?? 'Gaming',
    timeZone: given.timeZone ?? 'UTC',
    emailConsent: false,
    createdAt: now,
  });
  passwordHash ??= createPasswords().hash(PASSWORD);
  await insertPassword(db, user.id, await passwordHash, now);
  if (given.verified ?? true) await markEmailVerified(db, user.id, now);
  for (const role of given.roles ?? []) await grantRole({ db, clock }, user.email, role);
  const { token } = await openSession(db, user.id, now);
  return { id: user.id, email: user.email, token };
}

type Window = { startsAt: Date; endsAt?: Date | null; message?: string | null; canceledAt?: Date | null };

/** A maintenance window, without an end or a message unless they are given; returns its id. */
export async function buildMaintenanceWindow(app: TestApp, given: Window): Promise<number> {
  const rows = await app.platform.db.insert(maintenanceWindows).values(given).returning();
  return (rows[0] as { id: number }).id;
}

/** A control call of this app's sandbox. Throws when the sandbox refuses. */
export async function sandboxControl<T = Record<string, unknown>>(
  app: TestApp,
  path: `/sandbox/${string}`,
  body: object = {},
): Promise<T> {
  const response = await fetch(`${app.sandboxUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Pays a checkout by its address, as the person on the hosted page would. */
export function completeCheckout(
  app: TestApp,
  url: string,
  card: 'success' | 'fails' = 'success',
): Promise<{ redirectUrl: string; customer: string; subscription: string }> {
  return sandboxControl(app, `/sandbox/stripe/checkout/${url.split('/').at(-1)}/complete`, { card });
}

/** Takes a person through a real checkout and back; a trial where the person may have one, unless told otherwise. */
export async function subscribe(
  app: TestApp,
  user: BuiltUser,
  given: {
    plan?: 'free' | 'standard' | 'pro' | 'pro_plus';
    trial?: boolean;
    card?: 'success' | 'fails';
  } = {},
): Promise<{ customer: string; subscription: string }> {
  const path = `/api/create-checkout-session${given.trial === false ? '-no-trial' : ''}`;
  const body = { priceLookupKey: `${given.plan ?? 'pro'}_monthly` };
  const checkout = await call<{ url: string }>(app, 'POST', path, { token: user.token, body });
  if (checkout.status !== 200) throw new Error(`checkout answered ${JSON.stringify(checkout.body)}`);
  const { customer, subscription } = await completeCheckout(app, checkout.body.url, given.card);
  await call(app, 'POST', '/api/subscription/sync', { token: user.token });
  return { customer, subscription };
}
