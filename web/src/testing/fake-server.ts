/** A fake server for screens: answers the contract's calls in place of `fetch`. Typed by the contract. */
import { BACKGROUND_HEADER } from '@drumbeat/contract/call.ts';
import type { CallInput, CallName, CallOutput } from '@drumbeat/contract/calls.ts';
import type { ErrorCode } from '@drumbeat/contract/errors.ts';
import { vi } from 'vitest';

type Made<N extends CallName> = Pick<MadeCall, 'params' | 'query'> &
  Pick<CallInput<N>, keyof CallInput<N> & 'body'>;
type Answer<N extends CallName> =
  | CallOutput<N>
  | Response
  | ((made: Made<N>) => CallOutput<N> | Response | Promise<CallOutput<N> | Response>);
export type Answers = { [N in CallName]?: Answer<N> };
type MadeCall = {
  /** The contract's name of the call; if it has no answer, its method and path. */
  name: string;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  /** The session's token, if the call sent one. */
  token: string | undefined;
  /** Marked as a background call, which does not extend a staff session. */
  isBackground: boolean;
};

export type FakeServer = {
  /** Every call that was made and has an answer, in order. */
  calls: readonly MadeCall[];
  /** Those without an answer, too; their names are their methods and paths. */
  all: readonly MadeCall[];
  /** The calls of one name, whether or not they have an answer. */
  made: (name: CallName) => MadeCall[];
  /** The names of all calls so far; for those without an answer, the method and path. */
  names: () => string[];
  /** Adds or replaces answers from now on. */
  answer: (more: Answers) => void;
};

/** A refusal in the server's format. */
export function refusal(
  status: number,
  code: ErrorCode,
  message: string,
  data?: Record<string, unknown>,
): Response {
  return Response.json({ success: false, message, code, requestId: 'request-1', data }, { status });
}

/** An answer that the test releases. */
export function held<T>(): { promise: Promise<T>; give: (value: T) => void } {
  const { promise, resolve } = Promise.withResolvers<T>();
  return { promise, give: resolve };
}

/** Never answers, for screens that must show what they know without an answer. */
export function unanswered(): Promise<never> {
  return new Promise(() => undefined);
}

function match(name: string, method: string, pathname: string): Record<string, string> | null {
  const [ownMethod, path = ''] = name.split(' ');
  if (ownMethod !== method) return null;
  const pattern = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  const found = pattern.exec(pathname);
  return found && { ...found.groups };
}

/** Answers fetches by the contract's call names. Calls without an answer get a 404. */
export function fakeServer(first: Answers): FakeServer {
  let answers: Answers = first;
  const calls: MadeCall[] = [];
  const all: (MadeCall & { isAnswered: boolean })[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit): Promise<Response> => {
    const url = new URL(address, window.location.origin);
    const method = init.method ?? 'GET';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const headers = new Headers(init.headers);
    const token = headers.get('Authorization')?.replace('Bearer ', '');
    const isBackground = headers.has(BACKGROUND_HEADER);
    const sent = { query: Object.fromEntries(url.searchParams), body, token, isBackground };
    // Literal paths take precedence over those with parameters.
    const names = (Object.keys(answers) as CallName[]).sort(
      (a, b) => a.split(':').length - b.split(':').length,
    );
    for (const name of names) {
      const params = match(name, method, url.pathname);
      if (!params) continue;
      calls.push({ name, params, ...sent });
      all.push({ name, params, ...sent, isAnswered: true });
      const answer = answers[name];
      const given: unknown = await (typeof answer === 'function'
        ? (answer as (made: unknown) => unknown)({ params, query: sent.query, body })
        : answer);
      init.signal?.throwIfAborted();
      return given instanceof Response ? given.clone() : Response.json(given);
    }
    all.push({ name: `${method} ${url.pathname}`, params: {}, ...sent, isAnswered: false });
    return Response.json({ message: 'There is no such call.', code: 'NOT_FOUND' }, { status: 404 });
  });
  return {
    calls,
    all,
    made: (name) =>
      all.filter((call) => {
        if (call.isAnswered) return call.name === name;
        const [method = '', path = ''] = call.name.split(' ');
        return match(name, method, path) !== null;
      }),
    names: () => all.map(({ name }) => name),
    answer: (more) => {
      answers = { ...answers, ...more };
    },
  };
}
