import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LanguageModel, ModelFailure } from './llm.ts';
import { createOpenAiCompatibleModel } from './openai-compatible.ts';

const request = { instructions: 'You write posts.', prompt: 'Write 2 posts' };
const never = new AbortController().signal;

/** Serves until the test ends; the address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function modelAt(listener: RequestListener, deadlineMs = 5_000): Promise<LanguageModel> {
  return createOpenAiCompatibleModel({
    baseUrl: `${await serve(listener)}/v1`,
    apiKey: 'k',
    model: 'm',
    deadlineMs,
  });
}

function completion(message: object, finish = 'stop'): RequestListener {
  return (_request, response) => {
    const body = {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: null, refusal: null, ...message },
          finish_reason: finish,
        },
      ],
    };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  };
}

function status(code: number, body: string): RequestListener {
  return (_request, response) => response.writeHead(code, { 'content-type': 'application/json' }).end(body);
}

describe('a model behind an OpenAI-compatible endpoint', () => {
  it('asks by strict JSON schema, as the bearer of the key, and gives the texts', async () => {
    const seen: { path?: string | undefined; key?: string | undefined; body?: Record<string, unknown> } = {};
    const model = await modelAt((incoming, response) => {
      let text = '';
      incoming.on('data', (chunk) => {
        text += chunk;
      });
      incoming.on('end', () => {
        Object.assign(seen, {
          path: incoming.url,
          key: incoming.headers.authorization,
          body: JSON.parse(text),
        });
        completion({ content: '{"posts":[{"text":"One"},{"text":"Two"}]}' })(incoming, response as never);
      });
    });
    expect(await model.writePosts(request, never)).toEqual({ ok: true, posts: ['One', 'Two'] });
    expect(seen).toMatchObject({
      path: '/v1/chat/completions',
      key: 'Bearer k',
      body: {
        model: 'm',
        response_format: { type: 'json_schema', json_schema: { strict: true, name: 'posts' } },
      },
    });
  });

  it.each<[string, ModelFailure, RequestListener]>([
    ['a refusal', 'declined', completion({ refusal: 'I cannot help with that.' })],
    ['a filtered answer', 'declined', completion({ content: '' }, 'content_filter')],
    ['text that is no JSON', 'malformed', completion({ content: 'Here are your posts:' })],
    ['JSON of another form', 'malformed', completion({ content: '{"tweets":["One"]}' })],
    ['an answer cut short', 'malformed', completion({ content: '{"posts":[{"te' }, 'length')],
    ['an empty answer', 'malformed', completion({})],
    ['a body that is no JSON', 'malformed', status(200, '<html>')],
    ['no choices', 'malformed', status(200, '{"choices":[]}')],
    ['a server error', 'unavailable', status(500, '{"error":{"message":"overloaded"}}')],
    ['too many requests', 'unavailable', status(429, '{"error":{"message":"slow down"}}')],
    ['a wrong key', 'unavailable', status(401, '{"error":{"message":"no"}}')],
    ['a broken connection', 'unavailable', (incoming) => incoming.socket.destroy()],
  ])('%s is: %s', async (_name, failure, listener) => {
    const model = await modelAt(listener);
    expect(await model.writePosts(request, never)).toMatchObject({ ok: false, failure });
  });

  it('follows no redirect: neither key nor question goes elsewhere', async () => {
    let asked = 0;
    const elsewhere = await serve((_incoming, response) => {
      asked += 1;
      response.end();
    });
    const model = await modelAt((_incoming, response) =>
      response.writeHead(307, { location: elsewhere }).end(),
    );
    expect(await model.writePosts(request, never)).toMatchObject({ ok: false, failure: 'unavailable' });
    expect(asked).toBe(0);
  });

  it('gives up at its deadline', async () => {
    const model = await modelAt(() => undefined, 50);
    expect(await model.writePosts(request, never)).toMatchObject({ ok: false, failure: 'unavailable' });
  });

  it('has a minute for an answer', async () => {
    const deadlines = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => deadlines.mockRestore());
    const baseUrl = await serve(completion({ content: '{"posts":[]}' }));
    const model = createOpenAiCompatibleModel({ baseUrl, apiKey: 'k', model: 'm' });
    expect(await model.writePosts(request, never)).toMatchObject({ ok: true });
    expect(deadlines.mock.calls).toEqual([[60_000]]);
  });

  it('stops when the caller does', async () => {
    const caller = new AbortController();
    const model = await modelAt(() => caller.abort(new Error('shutting down')));
    await expect(model.writePosts(request, caller.signal)).rejects.toThrow('shutting down');
  });
});
