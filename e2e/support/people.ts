import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { freshEmail } from './product.ts';
import type { Sandbox } from './sandbox.ts';

export const PASSWORD = 'Correct-horse-7';

/** How far a person has come; each stage includes the ones before. */
const stages = ['signed up', 'verified', 'in trial', 'connected', 'scheduled'] as const;
export type Stage = (typeof stages)[number];

export interface Person {
  email: string;
  token: string;
  /** The X account connected in the stage 'connected'. */
  username: string;
  stage: Stage;
  baseURL: string;
}

interface Answer<T> {
  status: number;
  body: T;
}

/** The caller; `from` is a client address other than this machine's. */
type Caller = Pick<Person, 'baseURL' | 'token'> & { from?: string };

/** Calls the API as that person and returns whatever the server answers. */
export async function ask<T = Record<string, unknown>>(
  person: Caller,
  method: string,
  path: string,
  body?: object,
): Promise<Answer<T>> {
  const response = await fetch(person.baseURL + path, {
    method,
    headers: {
      ...(person.token && { authorization: `Bearer ${person.token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...(person.from && { 'x-forwarded-for': person.from }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}

/** Calls the API and throws if the call fails. */
export async function call<T = Record<string, unknown>>(
  person: Caller,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await ask<T>(person, method, path, body);
  if (answer.status !== 200)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function verify(person: Person, sandbox: Sandbox): Promise<void> {
  const mail = await sandbox.mailTo(person.email, /verify/i);
  const token = new URL(mail.links[0] ?? '').searchParams.get('token');
  await call(person, 'POST', '/api/auth/verify-email', { token });
}

async function subscribe(person: Person, sandbox: Sandbox): Promise<void> {
  const { url } = await call<{ url: string }>(person, 'POST', '/api/create-checkout-session', {
    priceLookupKey: 'pro_monthly',
  });
  await sandbox.completeCheckout(url.split('/').at(-1) ?? '');
  await call(person, 'POST', '/api/subscription/sync');
}

/** Connects another X account to the person. */
async function connectX(person: Person, sandbox: Sandbox, username: string): Promise<void> {
  const { authUrl } = await call<{ authUrl: string }>(person, 'POST', '/api/oauth/x/authorize');
  await fetch(await sandbox.approve(authUrl, username));
}

interface JobView {
  status: string;
  error?: string;
  result: { posts: object[] };
}

async function finished(person: Person, jobId: string): Promise<JobView> {
  for (;;) {
    const job = await call<JobView>(person, 'GET', `/api/posts/generation-status/${jobId}`);
    if (job.status === 'failed') throw new Error(`The generation failed: ${job.error}`);
    if (job.status === 'completed') return job;
    await new Promise((done) => setTimeout(done, 100));
  }
}

async function schedule(person: Person): Promise<void> {
  const wish = { skipWeekends: false };
  const { jobId } = await call<{ jobId: string }>(person, 'POST', '/api/posts/generate-posts', wish);
  const { posts } = (await finished(person, jobId)).result;
  await call(person, 'POST', '/api/posts', { jobId, finalize: true, posts });
}

const steps = {
  'signed up': async () => undefined,
  verified: verify,
  'in trial': subscribe,
  connected: (person, sandbox) => connectX(person, sandbox, person.username),
  scheduled: schedule,
} as const satisfies Record<Stage, (person: Person, sandbox: Sandbox) => Promise<void>>;

/** Brings a person to a later stage, using only the API. */
export async function bringTo(person: Person, sandbox: Sandbox, stage: Stage): Promise<void> {
  for (const next of stages.slice(stages.indexOf(person.stage) + 1, stages.indexOf(stage) + 1)) {
    await steps[next](person, sandbox);
    person.stage = next;
  }
}

/** Creates a person with only the API, for journeys about later steps. Share people within a file. */
export async function makePerson(
  baseURL: string,
  sandbox: Sandbox,
  stage: Stage,
  niche = 'Gaming',
): Promise<Person> {
  const email = freshEmail('person');
  // Sign-ups are limited to 30 an hour per address, and all journeys come from this machine's address.
  const from = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const { token } = await call<{ token: string }>({ baseURL, token: '', from }, 'POST', '/api/auth/signup', {
    email,
    password: PASSWORD,
    niche,
    emailConsent: false,
    timeZone: 'UTC',
  });
  const person: Person = { email, token, username: `p_${email.slice(7, 15)}`, stage: 'signed up', baseURL };
  await bringTo(person, sandbox, stage);
  return person;
}

/** Opens a page as that person, as if they had just signed in in this tab. */
export async function enterAs(page: Page, person: Person): Promise<void> {
  await page.addInitScript((token) => {
    if (sessionStorage.getItem('journeyBegun')) return;
    sessionStorage.setItem('authToken', token);
    sessionStorage.setItem('journeyBegun', 'true');
  }, person.token);
}
