/** A minimal browser for tests of the code between the API and the screens: storage and canned answers. */
import { vi } from 'vitest';

type Answer = object | ((body: unknown) => Response | object);
export type FakeServer = { calls: { name: string; body: unknown; token: string | undefined }[] };

/** Mocks `fetch` and the storages. `answers` is keyed like the contract's calls; all else is a 404. */
export function fakeBrowser(answers: Record<string, Answer>): FakeServer {
  for (const name of ['sessionStorage', 'localStorage']) {
    const kept = new Map<string, string>();
    vi.stubGlobal(name, {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
  }
  const server: FakeServer = { calls: [] };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const name = `${init.method} ${url.split('?')[0]}`;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const { Authorization } = init.headers as Record<string, string>;
    server.calls.push({ name, body, token: Authorization?.replace('Bearer ', '') });
    const answer = answers[name];
    if (!answer) return Response.json({ message: 'nothing here', code: 'NOT_FOUND' }, { status: 404 });
    const given = typeof answer === 'function' ? answer(body) : answer;
    return given instanceof Response ? given : Response.json(given);
  });
  return server;
}
