import type { Page } from '@playwright/test';
import { freshEmail } from './product.ts';
import type { Sandbox } from './sandbox.ts';

export const PASSWORD = 'Correct-horse-7';

export type Person = { email: string; token: string; username: string };

/** How far on the way a person is: each step includes those before it. */
export type Stage = 'signed up' | 'verified' | 'in trial' | 'connected' | 'scheduled';
const stages: Stage[] = ['signed up', 'verified', 'in trial', 'connected', 'scheduled'];

/** Makes a person by the API alone, for journeys that are about something later. Sign-ups are limited to 30 an hour. */
export async function makePerson(baseURL: string, sandbox: Sandbox, stage: Stage): Promise<Person> {
  const email = freshEmail('person');
  const username = `p_${email.slice(7, 15)}`;
  let token = '';
  const reaches = (wanted: Stage) => stages.indexOf(stage) >= stages.indexOf(wanted);
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${baseURL}${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  const signUp = { email, password: PASSWORD, niche: 'Gaming', emailConsent: false, timeZone: 'UTC' };
  token = (await call<{ token: string }>('POST', '/api/auth/signup', signUp)).token;
  if (reaches('verified')) {
    const mail = await sandbox.mailTo(email, /verify/i);
    await call('POST', '/api/auth/verify-email', {
      token: new URL(mail.links[0] ?? '').searchParams.get('token'),
    });
  }
  if (reaches('in trial')) {
    const { url } = await call<{ url: string }>('POST', '/api/create-checkout-session', {
      priceLookupKey: 'pro_monthly',
    });
    await sandbox.completeCheckout(url.split('/').at(-1) ?? '');
    await call('POST', '/api/subscription/sync');
  }
  if (reaches('connected')) {
    const { authUrl } = await call<{ authUrl: string }>('POST', '/api/oauth/x/authorize');
    await fetch(await sandbox.approve(authUrl, username));
  }
  if (reaches('scheduled')) {
    const { jobId } = await call<{ jobId: string }>('POST', '/api/posts/generate-posts', {
      skipWeekends: false,
    });
    for (;;) {
      const job = await call<{ status: string; result: { posts: object[] } }>(
        'GET',
        `/api/posts/generation-status/${jobId}`,
      );
      if (job.status === 'failed') throw new Error('The generation failed');
      if (job.status !== 'completed') continue;
      await call('POST', '/api/posts', { jobId, finalize: true, posts: job.result.posts });
      break;
    }
  }
  return { email, token, username };
}

/** Lets a page begin as that person, as if they had signed in a moment ago in this tab. */
export async function enterAs(page: Page, person: Person): Promise<void> {
  await page.addInitScript((token) => {
    if (!sessionStorage.getItem('journeyBegun')) sessionStorage.setItem('authToken', token);
    sessionStorage.setItem('journeyBegun', 'true');
  }, person.token);
}
