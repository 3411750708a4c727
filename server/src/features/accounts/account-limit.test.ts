import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import {
  type BuiltAccount,
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  connectX,
  postsOf,
  sandboxControl,
  subscribe,
} from '../../../test/factories.ts';
import { mailTo } from '../../../test/mailbox.ts';
import { auditLog } from '../audit/audit.tables.ts';
import { stripeOf } from '../billing/billing.fixture.ts';
import { accountsOf, authorize } from './accounts.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T12:00:00Z' });
});
afterAll(() => app.close());

const activeOf = async (user: BuiltUser) =>
  (await accountsOf(app, user)).filter((account) => account.is_active).map((account) => Number(account.id));

const change = (user: BuiltUser, account: BuiltAccount, body: object) =>
  call(app, 'PUT', `/api/twitter/accounts/${account.id}`, { token: user.token, body });
const switchOn = (user: BuiltUser, account: BuiltAccount) => change(user, account, { is_active: true });
const limitReached = {
  status: 409,
  body: {
    code: 'ACCOUNT_LIMIT_REACHED',
    message: 'Account limit reached for your plan. Upgrade to add more X accounts.',
  },
};

/** A person on Pro with three accounts and a post for each. */
async function buildThree() {
  const user = await buildUser(app);
  const { customer, subscription } = await subscribe(app, user, { plan: 'pro' });
  const accounts = [await connectX(app, user), await connectX(app, user), await connectX(app, user)] as const;
  for (const account of accounts) await buildPost(app, { user, accountId: account.id });
  return { user, customer, subscription, accounts };
}

/** A change of plan at the provider that no webhook has told us of yet. */
async function changePlan(subscription: string, plan: 'standard' | 'pro' | 'pro_plus'): Promise<void> {
  const stripe = stripeOf(app);
  const item = (await stripe.subscriptions.retrieve(subscription)).items.data[0];
  await stripe.subscriptions.update(subscription, {
    items: [{ id: item?.id ?? '', price: `price_${plan}_monthly` }],
  });
}
const sync = (user: BuiltUser) => call(app, 'POST', '/api/subscription/sync', { token: user.token });

async function heldAccounts(user: BuiltUser): Promise<number[]> {
  return (await postsOf(app, user))
    .filter((post) => post.holdReason !== null)
    .map((post) => Number(post.twitterAccountId));
}

describe('a smaller plan', () => {
  test('ACC-47 deactivates the newest surplus accounts and holds their posts; a larger one activates none', async () => {
    const { user, subscription, accounts } = await buildThree();
    const [first, second, third] = accounts;
    await change(user, third, { selected: true });
    await changePlan(subscription, 'standard');
    await sync(user);
    // The first is selected in place of the third.
    expect((await accountsOf(app, user)).map((each) => [each.is_active, each.selected])).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ]);
    expect(await heldAccounts(user)).toEqual([second.id, third.id]);
    const entries = await app.platform.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'accounts.deactivated'));
    const by = { by: 'worker', userId: user.id, limit: 1 };
    expect(entries).toMatchObject([
      { targetId: String(second.id), actorUserId: null, details: by },
      { targetId: String(third.id), actorUserId: null, details: by },
    ]);
    const mails = (await mailTo(app, user.email)).filter((mail) => mail.subject.includes('switched off'));
    expect(mails.map((mail) => mail.subject)).toEqual([
      'Your plan has changed, and some X accounts are switched off',
    ]);
    expect(mails[0]?.text).toContain(
      `Still active: @${first.username}. Switched off: @${second.username}, @${third.username}.`,
    );
    expect(await switchOn(user, second)).toMatchObject(limitReached);
    expect(await activeOf(user)).toEqual([first.id]);

    await changePlan(subscription, 'pro');
    await sync(user);
    expect(await activeOf(user)).toEqual([first.id]);
    expect((await switchOn(user, third)).status).toBe(200);
    expect(await activeOf(user)).toEqual([first.id, third.id]);
    expect(await heldAccounts(user)).toEqual([second.id]);
  });
});

describe('the limit', () => {
  test('ACC-26 ACC-27 ACC-28 holds when accounts are switched on, one after the other or at once', async () => {
    const { user, subscription, accounts } = await buildThree();
    await changePlan(subscription, 'standard');
    await sync(user);
    const [first, ...others] = accounts;
    expect((await change(user, first, { is_active: false })).status).toBe(200);
    const answers = await Promise.all(others.map((account) => switchOn(user, account)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await activeOf(user)).toHaveLength(1);
    // Switching on an account that is on already does not count twice.
    const on = accounts.find((account) => answers[others.indexOf(account)]?.status === 200);
    expect((await switchOn(user, on as BuiltAccount)).status).toBe(200);
  });

  test('ACC-27 holds at the callback: of six connections begun at a limit of one, one ends', async () => {
    const user = await buildUser(app);
    const begun = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const authorize = await call<{ authUrl: string }>(app, 'POST', '/api/oauth/x/authorize', {
          token: user.token,
        });
        const { redirectUrl } = await sandboxControl<{ redirectUrl: string }>(app, '/sandbox/x/approve', {
          authUrl: authorize.body.authUrl,
          username: `six_${user.id}_${index}`,
        });
        return new URL(redirectUrl);
      }),
    );
    const pages = await Promise.all(
      begun.map(({ pathname, search }) => call<string>(app, 'GET', pathname + search)),
    );
    expect(pages.filter(({ body }) => body.includes('"success":true'))).toHaveLength(1);
    expect(pages.filter(({ body }) => body.includes('account_limit_reached'))).toHaveLength(5);
    expect(await accountsOf(app, user)).toHaveLength(1);
  });

  test('ACC-47 a deactivated account that is connected again stays off while the plan has no room for it', async () => {
    const { user, subscription, accounts } = await buildThree();
    const [first, second] = accounts;
    const refused = await call(app, 'POST', '/api/oauth/x/authorize', { token: user.token });
    expect(refused).toMatchObject(limitReached);
    await changePlan(subscription, 'pro_plus');
    await sync(user);
    const begun = await call<{ authUrl: string }>(app, 'POST', '/api/oauth/x/authorize', {
      token: user.token,
    });
    await changePlan(subscription, 'standard');
    await sync(user);
    const { redirectUrl } = await sandboxControl<{ redirectUrl: string }>(app, '/sandbox/x/approve', {
      authUrl: begun.body.authUrl,
      username: second.username,
    });
    const { pathname, search } = new URL(redirectUrl);
    expect((await call<string>(app, 'GET', pathname + search)).body).toContain('"success":true');
    expect(await activeOf(user)).toEqual([first.id]);
    expect(await heldAccounts(user)).toEqual([second.id, accounts[2].id]);
    // Accounts that are off take no room: with the first one off, too, it is on again.
    await change(user, first, { is_active: false });
    const decision = { username: second.username, reconnect: second.id };
    const { back } = await authorize(app, user, decision);
    expect((await call<string>(app, 'GET', back)).body).toContain('"success":true');
    expect(await activeOf(user)).toEqual([second.id]);
  });
});
