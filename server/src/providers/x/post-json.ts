import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

export type JsonPost = {
  headers: Record<string, string>;
  body: string;
  /** The deadline for the whole request, in milliseconds. */
  deadlineMs: number;
  /** Called immediately before the request is written. */
  mayBegin: () => boolean;
};

export type PostResult =
  | { kind: 'answered'; status: number; headers: Headers; text: string }
  /** No connection could be opened. */
  | { kind: 'not_sent'; reason: string }
  /** A connection was open, but `mayBegin` returned false. */
  | { kind: 'not_begun' }
  | { kind: 'unanswered'; reason: 'timeout' | 'connection_reset' };

type State = 'opening' | 'late' | 'written';

/**
 * A single POST, never retried, that reports whether it was sent. `fetch` cannot: if the process freezes
 * while a connection opens, it writes the request on waking, past its deadline, because sockets are served
 * before timers. Here the request is written at once, right after `mayBegin` allows it.
 */
export function postJson(url: URL, { headers, body, deadlineMs, mayBegin }: JsonPost): Promise<PostResult> {
  const isSecure = url.protocol === 'https:';
  const signal = AbortSignal.timeout(deadlineMs);
  let state: State = 'opening';
  return new Promise((resolve) => {
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: {
        'user-agent': 'drumbeat',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
      signal,
    });
    const fail = (error: NodeJS.ErrnoException) => resolve(failureOf(state, signal.aborted, error));
    const write = () => {
      state = mayBegin() ? 'written' : 'late';
      if (state === 'written') request.end(body);
      else request.destroy();
    };
    request.on('error', fail);
    request.once('socket', (socket) => {
      if (request.reusedSocket) write();
      else socket.once(isSecure ? 'secureConnect' : 'connect', write);
    });
    request.once('response', (response) => {
      const { statusCode = 0, headersDistinct } = response;
      text(response).then((answer) => {
        resolve({ kind: 'answered', status: statusCode, headers: headersOf(headersDistinct), text: answer });
      }, fail);
    });
  });
}

function failureOf(state: State, isTimeout: boolean, error: NodeJS.ErrnoException): PostResult {
  if (state === 'late') return { kind: 'not_begun' };
  if (state === 'written') return { kind: 'unanswered', reason: isTimeout ? 'timeout' : 'connection_reset' };
  return { kind: 'not_sent', reason: isTimeout ? 'ETIMEDOUT' : (error.code ?? error.name) };
}

function headersOf(distinct: NodeJS.Dict<string[]>): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(distinct))
    for (const value of values) headers.append(name, value);
  return headers;
}
