import type { ErrorCode } from '@drumbeat/contract/errors.ts';

export const TIMEOUT_MESSAGE = 'Request timeout - server took too long to respond';
export const NETWORK_MESSAGE = 'Network error. Please check your connection and try again.';

type Details = {
  status: number;
  message: string;
  code?: ErrorCode | undefined;
  data?: Record<string, unknown> | undefined;
  requestId?: string | undefined;
  requires2FA?: boolean;
  /** False if the answer had no message, so that ours is only the status. */
  said?: boolean;
  text?: string | undefined;
};

/** A call that did not end in a 2xx. Status 0 means that no answer came at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly data: Record<string, unknown> | undefined;
  readonly requestId: string | undefined;
  /** Sign-in needs a second factor. */
  readonly requires2FA: boolean;
  /** Whether the message is a sentence for people, and not only the status of an answer without words. */
  readonly said: boolean;
  /** An answer in plain text, which nobody wrote for people. */
  readonly text: string | undefined;

  constructor(details: Details) {
    super(details.message);
    this.name = 'ApiError';
    this.status = details.status;
    this.code = details.code;
    this.data = details.data;
    this.requestId = details.requestId;
    this.requires2FA = details.requires2FA ?? false;
    this.said = details.said ?? details.message !== '';
    this.text = details.text;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Reads the error of a non-2xx answer, whatever its shape. */
export function errorFromAnswer(
  answer: { status: number; statusText: string },
  body: unknown,
  requestId: string,
): ApiError {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const data = fields.data;
  const words = textOf(fields.message) ?? textOf(fields.error);
  return new ApiError({
    status: answer.status,
    message: words ?? `API error: ${answer.status} ${answer.statusText}`.trimEnd(),
    said: words !== undefined,
    code: textOf(fields.code) as ErrorCode | undefined,
    data: typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : undefined,
    requestId: textOf(fields.requestId) ?? requestId,
    requires2FA: fields.requires2FA === true,
    text: textOf(body),
  });
}

/** Whether nobody but us can mend it: no answer, or one that blames the server. Then a request id is worth showing. */
export function isOurFault(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status < 400 || error.status >= 500;
}

/** What to tell a person: the error's own sentence where it has one, else the fallback. */
export function describeError(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.said ? error.message : fallback;
}

/** The server's message if there is one; else the given sentence, for example when no answer came. */
export function serverMessageOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.code ? error.message : otherwise;
}

export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.requestId : undefined;
}
