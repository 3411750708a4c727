import { type APIRequestContext, expect } from '@playwright/test';
import { freshEmail, test } from './support/product.ts';

type Json = Record<string, unknown>;

/** The API as used by a client that is not a browser. */
function client(request: APIRequestContext, baseURL: string) {
  let token = '';
  return {
    signedIn: (given: string) => {
      token = given;
    },
    async call<T = Json>(method: string, path: string, body?: object): Promise<T> {
      const headers = token ? { authorization: `Bearer ${token}` } : {};
      const response = await request.fetch(`${baseURL}${path}`, {
        method,
        headers,
        ...(body ? { data: body } : {}),
      });
      expect(response.status(), `${method} ${path}: ${await response.text()}`).toBe(200);
      expect(response.headers()['x-request-id']).toBeTruthy();
      return (await response.json()) as T;
    },
  };
}

test('GEN-61 AUTH-55 VEM-10 BILL-11 BILL-13 ACC-13 GEN-10 GEN-11 POST-45 POST-46 PUB-01 the whole way through by the API alone', async ({
  request,
  baseURL,
  sandbox,
}) => {
  const api = client(request, baseURL);
  const email = freshEmail('api');
  const username = `api_${email.slice(4, 12)}`;

  const { niches } = {
    niches: await api.call<{ results: { name: string }[] }>('GET', '/api/niches/popular'),
  };
  const niche = niches.results[0]?.name;
  const session = await api.call<{ token: string; user: Json }>('POST', '/api/auth/signup', {
    email,
    password: 'Correct-horse-7',
    niche,
    emailConsent: true,
    timeZone: 'Europe/Paris',
  });
  expect(session.user).toMatchObject({
    email,
    niche,
    emailVerifiedAt: null,
    subscriptionStatus: 'inactive',
    hasEverSubscribed: false,
  });
  api.signedIn(session.token);

  const mail = await sandbox.mailTo(email, /verify/i);
  const token = new URL(mail.links[0] ?? '').searchParams.get('token');
  await api.call('POST', '/api/auth/verify-email', { token });

  const { products } = await api.call<{ products: { name: string; prices: { id: string }[] }[] }>(
    'GET',
    '/api/products',
  );
  expect(products.map((product) => product.name)).toEqual(['Free', 'Standard', 'Pro', 'Pro+']);
  const priceId = products[2]?.prices[0]?.id;
  const { url } = await api.call<{ url: string }>('POST', '/api/create-checkout-session', { priceId });
  await sandbox.completeCheckout(url.split('/').at(-1) ?? '');
  const synced = await api.call<{ status: string; user: Json }>('POST', '/api/subscription/sync');
  expect(synced).toMatchObject({ status: 'active', user: { isInTrial: true, hasPaymentMethod: true } });

  const { authUrl } = await api.call<{ authUrl: string }>('POST', '/api/oauth/x/authorize');
  const callback = await request.get(await sandbox.approve(authUrl, username));
  expect(await callback.text()).toContain('"type":"X_OAUTH_COMPLETE","success":true');
  expect(await api.call('GET', '/api/oauth/x/status')).toEqual({ connected: true });

  const { jobId } = await api.call<{ jobId: string }>('POST', '/api/posts/generate-posts', {
    skipWeekends: false,
  });
  const finished = async () =>
    await api.call<{ status: string; result: { posts: Json[] } }>(
      'GET',
      `/api/posts/generation-status/${jobId}`,
    );
  await expect.poll(async () => (await finished()).status, { timeout: 20_000 }).toBe('completed');
  const { posts } = (await finished()).result;
  expect(posts).toHaveLength(14);

  const saved = await api.call<{ posts: { id: string; content: string }[] }>('POST', '/api/posts', {
    jobId,
    finalize: true,
    posts,
  });
  expect(saved.posts).toHaveLength(14);
  const [first] = saved.posts;
  await api.call('PUT', `/api/posts/${first?.id}`, {
    scheduledTime: new Date(Date.now() + 2_000).toISOString(),
  });
  const status = async () => {
    const list = await api.call<{ posts: { id: string; status: string }[] }>('GET', '/api/posts');
    return list.posts.find((post) => post.id === first?.id)?.status;
  };
  await expect.poll(status, { timeout: 15_000 }).toBe('Posted');
  const tweets = await sandbox.tweetsOnceThereAre(1, username);
  expect(tweets[0]?.text).toBe(first?.content);
});
