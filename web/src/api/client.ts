/**
 * The only way to call the server: `call('POST /api/auth/signin', { body })`, typed by the contract.
 * Every failure is an `ApiError`: status 408 after 60 s, 0 if no answer came, otherwise the server's status.
 */
import { BACKGROUND_HEADER } from '@drumbeat/contract/call.ts';
import type { CallInput, CallName, CallOutput } from '@drumbeat/contract/calls.ts';
import { answerOf, type Early, takeEarly } from './early-calls.ts';
import { ApiError, errorFromAnswer, NETWORK_MESSAGE, TIMEOUT_MESSAGE } from './errors.ts';
import { findLastAnswer, type LastAnswers } from './last-answers.ts';
import { addressOf, newRequestId } from './request.ts';
import { getToken } from './session.ts';

export const TIMEOUT_MS = 60_000;
const BASE = import.meta.env.VITE_API_BASE ?? '';

export type CallOptions = {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** What the person was doing, for the server's log; defaults to the call's name. */
  action?: string;
  /** A call that the page makes by itself, such as polling. It does not extend a staff session. */
  background?: boolean;
  /** A token to use instead of the session's. */
  token?: string;
  /** Where a GET looks up the ETag of its last answer and stores the new one. */
  last?: LastAnswers;
};
type Input = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
/** The arguments after a call's name: its input (optional if the call needs none), then options. */
export type CallArguments<N extends CallName> =
  Record<never, never> extends CallInput<N>
    ? [input?: CallInput<N>, options?: CallOptions]
    : [input: CallInput<N>, options?: CallOptions];

/** Handlers for failures of any call; `app/` sets them once. */
type Reactions = {
  maintenance(): void;
  sessionRefused(token: string): void;
  viewOnly(message: string): void;
};
let reactions: Reactions | undefined;
export function reactToFailures(to: Reactions): void {
  reactions = to;
}

function report(error: ApiError, name: CallName, token: string | null): void {
  if (error.code === 'MAINTENANCE' && name !== 'GET /api/maintenance/status') reactions?.maintenance();
  if (error.code === 'VIEW_ONLY') reactions?.viewOnly(error.message);
  if (error.code === 'UNAUTHENTICATED' && token) reactions?.sessionRefused(token);
}

const FILES = ['application/pdf', 'text/csv'];

/** The answer as a file, with the name that the server gave it, if any. */
async function fileOf(answer: Response): Promise<Blob> {
  const content = await answer.blob();
  const name = /filename="([^"]{1,200})"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  return name ? new File([content], name, { type: content.type }) : content;
}

/** The parsed JSON of an answer, or a file if the server sent one. */
async function readBody(answer: Response): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? '';
  if (answer.ok && FILES.some((file) => type.startsWith(file))) return fileOf(answer);
  const text = await answer.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (answer.ok) throw new Error('The server sent something other than JSON', { cause });
    return type.startsWith('text/plain') ? text : undefined;
  }
}

type Sent = {
  url: string;
  init: RequestInit;
  options: CallOptions;
  requestId: string;
  early: Early | undefined;
};

async function send({ url, init, options, requestId, early }: Sent) {
  const deadline = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  try {
    const answer = (early && (await answerOf(early, signal))) ?? (await fetch(url, { ...init, signal }));
    return { answer, content: await readBody(answer) };
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    if (deadline.aborted) throw new ApiError({ status: 408, message: TIMEOUT_MESSAGE, requestId });
    throw new ApiError({ status: 0, message: NETWORK_MESSAGE, requestId });
  }
}

/** The request of a call, without its URL. */
function requestOf(
  name: CallName,
  body: string | undefined,
  known: { options: CallOptions; token: string | null; requestId: string },
): RequestInit & { headers: Record<string, string> } {
  const { options, token, requestId } = known;
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'X-Request-Id': requestId,
    'X-Action': options.action ?? name,
  };
  if (options.background) headers[BACKGROUND_HEADER] = '1';
  if (token) headers.Authorization = `Bearer ${token}`;
  const [method = ''] = name.split(' ');
  if (body === undefined) return { method, headers };
  headers['Content-Type'] = 'application/json';
  return { method, headers, body };
}

export async function call<N extends CallName>(name: N, ...rest: CallArguments<N>): Promise<CallOutput<N>> {
  const [method = '', path = ''] = name.split(' ');
  const input = (rest[0] ?? {}) as Input;
  const options = rest[1] ?? {};
  const token = options.token ?? getToken();
  const url = BASE + addressOf(method, path, input, Date.now());
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  const early = takeEarly({ method, url, body }, token);
  const requestId = early?.requestId ?? newRequestId();
  const init = requestOf(name, body, { options, token, requestId });
  const last = method === 'GET' ? findLastAnswer(options.last, url, token) : undefined;
  if (last) init.headers['If-None-Match'] = last.etag;
  const { answer, content } = await send({ url, init, options, requestId, early });
  if (last && answer.status === 304) return last.body as CallOutput<N>;
  const etag = answer.headers.get('etag');
  if (answer.ok && etag && method === 'GET') options.last?.set(url, { etag, token, body: content });
  if (answer.ok) return content as CallOutput<N>;
  const error = errorFromAnswer(answer, content, requestId);
  report(error, name, options.token ? null : token);
  throw error;
}
