import type { Call } from '@drumbeat/contract/call.ts';
import { callName, contractCalls } from '@drumbeat/contract/contract-calls.fixture.ts';
import { staffMay } from '@drumbeat/contract/staff-roles.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser, call } from '../../../test/factories.ts';

const CALLERS = ['signed out', 'unverified', 'customer', 'tester', 'support', 'ops', 'admin'] as const;
type Caller = (typeof CALLERS)[number];

/**
 * What each caller is answered, in the order of CALLERS, to a call about things that do not exist, with an empty body.
 * Written by hand and not derived from the product's own table: a call that is missing here fails, and so does a
 * right that was given by mistake. The unverified caller has the role admin, which must not help.
 */
const ANSWERS: Record<string, string> = {
  // Staff.
  'DELETE /api/admin/niche-requests/:id': '    401 403 403 403 404 403 404',
  'DELETE /api/admin/niches/:id': '            401 403 403 403 403 403 404',
  'GET /api/admin/email-templates': '          401 403 403 403 403 403 200',
  'GET /api/admin/email-templates/:key': '     401 403 403 403 403 403 404',
  'GET /api/admin/email-templates/:key/versions': ' 401 403 403 403 403 403 404',
  'GET /api/admin/costs': '                    401 403 403 403 403 200 200',
  'GET /api/admin/costs/credits': '            401 403 403 403 403 200 200',
  'GET /api/admin/costs/customers': '          401 403 403 403 403 200 200',
  'POST /api/admin/costs/credits': '           401 403 403 403 403 400 400',
  'GET /api/admin/users/:id/costs': '          401 403 403 403 404 403 404',
  'GET /api/admin/feedback': '                 401 403 403 403 200 403 200',
  'GET /api/admin/flags': '                    401 403 403 403 403 200 200',
  'GET /api/admin/flags/:key/versions': '      401 403 403 403 403 404 404',
  'GET /api/admin/audit': '                     401 403 403 403 403 200 200',
  'GET /api/admin/me/roles': '                  401 403 403 403 200 200 200',
  'GET /api/admin/metrics/growth': '           401 403 403 403 403 200 200',
  'GET /api/admin/metrics/operations': '       401 403 403 403 403 200 200',
  'GET /api/admin/metrics/revenue': '          401 403 403 403 403 200 200',
  'GET /api/admin/metrics/revenue/export': '   401 403 403 403 403 200 200',
  'GET /api/admin/metrics/subscribers': '      401 403 403 403 403 200 200',
  'GET /api/admin/metrics/summary': '          401 403 403 403 403 200 200',
  'GET /api/admin/niche-requests': '           401 403 403 403 200 403 200',
  'GET /api/admin/niches': '                   401 403 403 403 403 403 200',
  'GET /api/admin/search': '                   401 403 403 403 400 400 400',
  'GET /api/admin/prompts': '                  401 403 403 403 403 403 200',
  'GET /api/admin/prompts/:key': '             401 403 403 403 403 403 404',
  'GET /api/admin/prompts/:key/versions': '    401 403 403 403 403 403 404',
  'GET /api/admin/users': '                    401 403 403 403 200 403 200',
  'GET /api/admin/users/all': '                401 403 403 403 200 403 200',
  'GET /api/admin/stripe/catalog': '           401 403 403 403 403 200 200',
  'DELETE /api/admin/users/:id/sessions': '     401 403 403 403 404 403 404',
  'GET /api/admin/users/:id/overview': '        401 403 403 403 404 403 404',
  'GET /api/admin/users/:id/sessions': '        401 403 403 403 404 403 404',
  'DELETE /api/admin/users/:id/posts/:postId': '401 403 403 403 404 403 404',
  'GET /api/admin/users/:id/billing': '         401 403 403 403 404 403 404',
  'POST /api/admin/ad-posts/generate': '       401 403 403 403 403 403 409',
  'POST /api/admin/prompts/:key/preview': '    401 403 403 403 403 403 404',
  'POST /api/admin/prompts/:key/withdraw': '   401 403 403 403 403 403 404',
  'POST /api/admin/users/bulk': '               401 403 403 403 400 403 400',
  'POST /api/admin/users/:id/billing/restore-previous': '401 403 403 403 404 403 404',
  'POST /api/admin/users/:id/open-portal': '    401 403 403 403 404 403 404',
  'GET /api/admin/users/:id/emails': '          401 403 403 403 404 403 404',
  'POST /api/admin/users/:id/send-email': '     401 403 403 403 400 403 400',
  'GET /api/admin/users/:id/timeline': '        401 403 403 403 404 403 404',
  'GET /api/admin/users/:id/twitter-accounts': '401 403 403 403 404 403 404',
  'GET /api/admin/users/:id/posts': '           401 403 403 403 404 403 404',
  'POST /api/admin/users/:id/grant-generate': ' 401 403 403 403 404 403 404',
  'POST /api/admin/users/:id/pause-posts': '    401 403 403 403 404 403 404',
  'POST /api/admin/users/:id/posts/:postId/retry': '401 403 403 403 404 403 404',
  'POST /api/admin/users/:id/resend-verification': '401 403 403 403 404 403 404',
  'POST /api/admin/users/:id/allow-trial': '    401 403 403 403 404 403 404',
  'POST /api/admin/users/:id/reset-2fa': '      401 403 403 403 404 403 404',
  'POST /api/admin/users/:id/reset-niche-retries': '401 403 403 403 400 403 400',
  'POST /api/admin/users/:id/reset-post-generation': '401 403 403 403 404 403 404',
  'POST /api/admin/users/:id/roles': '          401 403 403 403 403 403 400',
  'POST /api/admin/users/:id/undo': '           401 403 403 403 400 403 400',
  'POST /api/admin/users/:id/unpause-posts': '  401 403 403 403 404 403 404',
  'POST /api/admin/users/:id/view-as': '        401 403 403 403 404 403 404',
  'GET /api/health/full': '                     401 403 403 403 403 200 200',
  'GET /api/maintenance/list': '                401 403 403 403 403 200 200',
  'POST /api/admin/niche-requests/:id/approve': '401 403 403 403 404 403 404',
  'POST /api/admin/niches': '                  401 403 403 403 403 403 400',
  'POST /api/admin/stripe/prices': '           401 403 403 403 403 403 400',
  'POST /api/admin/stripe/products': '         401 403 403 403 403 403 400',
  'POST /api/admin/stripe/sync': '             401 403 403 403 403 200 200',
  'POST /api/admin/email-templates/:key/preview': ' 401 403 403 403 403 403 404',
  'POST /api/admin/email-templates/:key/test-send': ' 401 403 403 403 403 403 404',
  'POST /api/admin/email-templates/:key/withdraw': ' 401 403 403 403 403 403 404',
  'POST /api/maintenance/cancel': '             401 403 403 403 403 400 400',
  'POST /api/maintenance/schedule': '           401 403 403 403 403 400 400',
  'PUT /api/admin/email-templates/:key': '     401 403 403 403 403 403 400',
  'PUT /api/admin/flags/:key': '               401 403 403 403 403 200 200',
  'PUT /api/admin/prompts/:key': '             401 403 403 403 403 403 400',
  'PUT /api/admin/niches/:id': '               401 403 403 403 403 403 404',
  'PUT /api/admin/stripe/prices/:id': '        401 403 403 403 403 403 400',
  'PUT /api/admin/stripe/products/:id': '      401 403 403 403 403 403 400',

  // Signed in: a role adds nothing, and what belongs to somebody else is not found.
  'DELETE /api/auth/sessions/:id': '            401 404 404 404 404 404 404',
  'DELETE /api/facts/:id': '                    401 404 404 404 404 404 404',
  'DELETE /api/facts/feeds/:id': '              401 404 404 404 404 404 404',
  'DELETE /api/posts/:id': '                    401 404 404 404 404 404 404',
  'DELETE /api/posts/feed': '                   401 200 200 200 200 200 200',
  'DELETE /api/posts/pending-failed': '         401 409 409 409 409 409 409',
  'DELETE /api/twitter/accounts/:id': '         401 404 404 404 404 404 404',
  'DELETE /api/user': '                         401 400 400 400 400 400 400',
  'GET /api/auth/sessions': '                   401 200 200 200 200 200 200',
  'GET /api/billing/history': '                401 200 200 200 200 200 200',
  'GET /api/billing/invoice/:id': '            401 404 404 404 404 404 404',
  'GET /api/facts': '                           401 409 409 409 409 409 409',
  'GET /api/links': '                           401 200 200 200 200 200 200',
  'GET /api/news/check-fresh': '                401 200 200 200 200 200 200',
  'GET /api/news/summarized': '                 401 200 200 200 200 200 200',
  'GET /api/oauth/x/status': '                  401 200 200 200 200 200 200',
  'GET /api/posts': '                           401 200 200 200 200 200 200',
  'GET /api/posts/:id/sources': '               401 404 404 404 404 404 404',
  'GET /api/posts/:id/timeline': '              401 404 404 404 404 404 404',
  'GET /api/posts/export': '                    401 200 200 200 200 200 200',
  'GET /api/posts/feed': '                      401 200 200 200 200 200 200',
  'GET /api/posts/generation-status/:jobId': '  401 404 404 404 404 404 404',
  'GET /api/posts/pause-status': '              401 200 200 200 200 200 200',
  'GET /api/subscription': '                   401 200 200 200 200 200 200',
  'GET /api/subscription/payment-method': '     401 200 200 200 200 200 200',
  'GET /api/subscription/status': '             401 200 200 200 200 200 200',
  'GET /api/test-tweet': '                      401 200 200 200 200 200 200',
  'GET /api/twitter/accounts': '                401 200 200 200 200 200 200',
  'GET /api/twitter/profile': '                 401 409 409 409 409 409 409',
  'GET /api/twitter/accounts/:id/usage': '      401 404 404 404 404 404 404',
  'GET /api/user': '                            401 200 200 200 200 200 200',
  'GET /api/user/export': '                     401 200 200 200 200 200 200',
  'PATCH /api/facts/:id': '                     401 400 400 400 400 400 400',
  'PATCH /api/posts/:id': '                     401 400 400 400 400 400 400',
  'PATCH /api/user': '                          401 200 200 200 200 200 200',
  'PATCH /api/user/preferences': '              401 200 200 200 200 200 200',
  'POST /api/2fa/disable': '                    401 400 400 400 400 400 400',
  'POST /api/2fa/enable': '                     401 400 400 400 400 400 400',
  'POST /api/2fa/qr-code': '                    401 400 400 400 400 400 400',
  'POST /api/2fa/setup': '                      401 403 200 409 409 409 409',
  'POST /api/2fa/verify': '                     401 400 400 400 400 400 400',
  'POST /api/auth/change-password': '           401 400 400 400 400 400 400',
  'POST /api/auth/resend-verification': '       401 200 200 200 200 200 200',
  'POST /api/check-scheduling-eligibility': '   401 200 200 200 200 200 200',
  'POST /api/create-checkout-session': '        401 400 400 400 400 400 400',
  'POST /api/create-checkout-session-no-trial': '401 400 400 400 400 400 400',
  'POST /api/create-portal-session': '          401 409 409 409 409 409 409',
  'POST /api/facts': '                          401 400 400 400 400 400 400',
  'POST /api/facts/feeds': '                    401 400 400 400 400 400 400',
  'POST /api/facts/feeds/:id/refresh': '        401 404 404 404 404 404 404',
  'POST /api/feedback': '                       401 400 400 400 400 400 400',
  'POST /api/niches/request': '                 401 400 400 400 400 400 400',
  'POST /api/oauth/x/authorize': '              401 403 200 200 200 200 200',
  'POST /api/oauth/x/disconnect': '             401 409 409 409 409 409 409',
  'POST /api/posts': '                          401 400 400 400 400 400 400',
  'POST /api/posts/:id/retry': '                401 403 404 404 404 404 404',
  'POST /api/posts/:id/duplicate': '            401 400 400 400 400 400 400',
  'POST /api/posts/:id/publish-now': '          401 403 404 404 404 404 404',
  'POST /api/posts/:id/restore': '              401 404 404 404 404 404 404',
  'POST /api/posts/bulk/delete': '              401 400 400 400 400 400 400',
  'POST /api/posts/bulk/move': '                401 400 400 400 400 400 400',
  'POST /api/posts/bulk/pause': '               401 400 400 400 400 400 400',
  'POST /api/posts/bulk/restore': '             401 400 400 400 400 400 400',
  'POST /api/posts/feed': '                     401 200 200 200 200 200 200',
  'POST /api/posts/generate-posts': '           401 403 409 409 409 409 409',
  'POST /api/posts/import': '                   401 400 400 400 400 400 400',
  'POST /api/posts/own': '                      401 400 400 400 400 400 400',
  'POST /api/posts/pause': '                    401 200 200 200 200 200 200',
  'POST /api/posts/rewrite': '                  401 400 400 400 400 400 400',
  'POST /api/posts/unpause': '                  401 200 200 200 200 200 200',
  'POST /api/sse/token': '                      401 400 400 400 400 400 400',
  'POST /api/subscription/cancel': '           401 400 400 400 400 400 400',
  'POST /api/subscription/reactivate': '       401 409 409 409 409 409 409',
  'POST /api/subscription/sync': '              401 200 200 200 200 200 200',
  // For testers, in development.
  'POST /api/test/set-trial': '                401 403 403 200 403 403 200',
  'POST /api/test-tweet': '                     401 403 409 409 409 409 409',
  'POST /api/twitter/profile/refresh': '        401 409 409 409 409 409 409',
  'POST /api/update-scheduling-cycle': '        401 409 409 409 409 409 409',
  'DELETE /api/voice/profile': '                401 409 409 409 409 409 409',
  'GET /api/voice': '                           401 409 409 409 409 409 409',
  'PATCH /api/voice/points': '                  401 400 400 400 400 400 400',
  'POST /api/voice/import': '                   401 400 400 400 400 400 400',
  'POST /api/voice/lessons': '                  401 400 400 400 400 400 400',
  'POST /api/voice/nearness': '                 401 400 400 400 400 400 400',
  'PUT /api/voice': '                           401 400 400 400 400 400 400',
  'PUT /api/posts/:id': '                       401 400 400 400 400 400 400',
  'PUT /api/twitter/accounts/:id': '            401 404 404 404 404 404 404',

  // Open to everybody.
  'GET /api/auth/verify-reset-token/:token': '  400 400 400 400 400 400 400',
  'GET /api/health': '                          200 200 200 200 200 200 200',
  'GET /api/health/ready': '                    503 503 503 503 503 503 503',
  'GET /api/maintenance/status': '              200 200 200 200 200 200 200',
  'GET /api/niches/popular': '                  200 200 200 200 200 200 200',
  'GET /api/niches/search': '                   200 200 200 200 200 200 200',
  'GET /api/products': '                        200 200 200 200 200 200 200',
  'GET /api/public/flags': '                    200 200 200 200 200 200 200',
  'POST /api/auth/forgot-password': '           400 400 400 400 400 400 400',
  'POST /api/auth/reset-password': '            400 400 400 400 400 400 400',
  'POST /api/auth/signin': '                    400 400 400 400 400 400 400',
  'POST /api/auth/signup': '                    400 400 400 400 400 400 400',
  'POST /api/auth/verify-email': '              400 400 400 400 400 400 400',
  'POST /api/user/disown': '                    400 400 400 400 400 400 400',

  // Last, for they end the sessions that the others use.
  'DELETE /api/auth/sessions': '                401 200 200 200 200 200 200',
  'POST /api/auth/signout': '                   401 200 200 200 200 200 200',
};

let app: TestApp;
const tokens: Partial<Record<Caller, string>> = {};
let withoutTwoFactor: string;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  tokens.unverified = (await buildUser(app, { verified: false, roles: ['admin'] })).token;
  tokens.customer = (await buildUser(app)).token;
  for (const role of ['tester', 'support', 'ops', 'admin'] as const)
    tokens[role] = (await buildUser(app, { roles: [role] })).token;
  withoutTwoFactor = (await buildUser(app, { roles: ['admin'], twoFactor: false })).token;
});
afterAll(() => app.close());

const calls = new Map((await contractCalls()).map((each) => [callName(each), each]));

function ask(each: Call, caller: Caller): Promise<{ status: number; body: unknown }> {
  return askWith(each, tokens[caller]);
}

function askWith(each: Call, token: string | undefined): Promise<{ status: number; body: unknown }> {
  const path = each.path.replace(':id', '999999').replace(':postId', '999999').replace(/:\w+/, 'unknown');
  return call(app, each.method, path, {
    ...(token ? { token } : {}),
    ...(each.method === 'GET' ? {} : { body: {} }),
  });
}

test('ADM-CON-25 PLAT-27 every call of the contract has its line, and every line its call', () => {
  expect(Object.keys(ANSWERS).sort()).toEqual([...calls.keys()].sort());
});

const staffCalls = [...calls.values()].filter(({ access }) => access === 'staff');

test('ADM-CON-20 ADM-CON-22 ADM-CON-26 a staff call says why it is refused', async () => {
  const each = calls.get('GET /api/admin/flags') as Call;
  expect(await ask(each, 'signed out')).toMatchObject({ body: { message: 'Unauthorized' } });
  expect(await ask(each, 'unverified')).toMatchObject({
    body: { code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' },
  });
  expect(await ask(each, 'customer')).toMatchObject({ body: { code: 'FORBIDDEN' } });
  expect(await ask(each, 'tester')).toMatchObject({ body: { code: 'FORBIDDEN' } });
});

test('ADM-CON-26 staff without two-factor may read their roles, and make no other call', async () => {
  for (const each of staffCalls) {
    const isOpen = callName(each) === 'GET /api/admin/me/roles';
    expect(await askWith(each, withoutTwoFactor), callName(each)).toMatchObject(
      isOpen
        ? { status: 200, body: { roles: ['admin'] } }
        : {
            status: 403,
            body: {
              code: 'TWO_FACTOR_REQUIRED_FOR_STAFF',
              message: 'Staff need two-factor authentication. Turn it on to use the console.',
            },
          },
    );
  }
});

test('ADM-CON-01 ADM-CON-37 ADM-CON-38 no staff call is closed to an admin, and each area has its calls', () => {
  for (const each of staffCalls) expect(staffMay(['admin'], callName(each)), callName(each)).toBe(true);
  const areas = [
    'flags',
    'prompts',
    'email-templates',
    'stripe',
    'audit',
    'niches',
    'niche-requests',
    'feedback',
  ];
  for (const area of [...areas, 'metrics', 'users'])
    expect(
      staffCalls.some(({ path }) => path.startsWith(`/api/admin/${area}`)),
      area,
    ).toBe(true);
  expect(staffCalls.map(callName)).toEqual(
    expect.arrayContaining(['POST /api/maintenance/schedule', 'GET /api/admin/metrics/revenue/export']),
  );
});

describe('ADM-CON-24 ADM-CON-25 PLAT-27 each caller is answered as the table says', () => {
  test.each(Object.entries(ANSWERS))('%s', async (name, line) => {
    const each = calls.get(name);
    if (!each) throw new Error(`The contract has no call ${name}.`);
    const expected = line.trim().split(' ').map(Number);
    expect(expected).toHaveLength(CALLERS.length);
    const answered: Record<string, number> = {};
    for (const caller of CALLERS) answered[caller] = (await ask(each, caller)).status;
    expect(answered).toEqual(Object.fromEntries(CALLERS.map((caller, at) => [caller, expected[at]])));
  });
});
