import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createStripeGateway } from './stripe-gateway.ts';

type Reply = object | readonly [status: number, body: object];

/** A Stripe that has these answers by method and path, several of them in turn; everything else is missing. */
export async function stripeWith(replies: Record<string, Reply | Reply[]>) {
  const asked: string[] = [];
  const keys: (string | undefined)[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '', 'http://stripe');
    const name = `${request.method} ${url.pathname.replace('/v1', '')}`;
    const given = decodeURIComponent(url.search.slice(1) || Buffer.concat(chunks).toString());
    asked.push(given ? `${name} ${given}` : name);
    keys.push(request.headers['idempotency-key'] as string | undefined);
    headers.push(request.headers);
    const known = replies[name];
    const reply = isTurns(known) ? known.shift() : known;
    const [status, body] = isPair(reply) ? reply : [reply ? 200 : 404, reply ?? missing];
    response
      .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
      .end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const apiUrl = `http://127.0.0.1:${port}`;
  const gateway = createStripeGateway({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl });
  return { gateway, asked, keys, headers };
}
const missing = {
  error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such thing' },
};
const isPair = (reply: unknown): reply is readonly [number, object] =>
  Array.isArray(reply) && typeof reply[0] === 'number';
const isTurns = (reply: unknown): reply is Reply[] => Array.isArray(reply) && !isPair(reply);

export const list = (data: object[], has_more = false) => ({
  object: 'list',
  data,
  has_more,
  url: '/v1/list',
});
export const refusal = (type: string, message = 'No.'): Reply => [400, { error: { type, message } }];
/** How we tell of whatever is no refusal. */
export const failed = { code: 'PROVIDER_FAILED' };
