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
  /** False if the answer had no message, so that ours only states the status. */
  said?: boolean;
  text?: string | undefined;
};

/** A call that did not end in a 2xx. Status 0 means that no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly data: Record<string, unknown> | undefined;
  readonly requestId: string | undefined;
  /** Sign-in requires a second factor. */
  readonly requires2FA: boolean;
  /** Whether the message is a sentence for people rather than just the status. */
  readonly said: boolean;
  /** A plain-text answer; not written for people. */
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

/** Parses the error of a non-2xx answer, whatever its shape. */
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

/** Whether the failure is on our side (no answer, or a 5xx), so that showing a request id makes sense. */
export function isOurFault(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status < 400 || error.status >= 500;
}

/** The error's own message if it has one for people, otherwise the fallback. */
export function describeError(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.said ? error.message : fallback;
}

/** The server's message if there is one, otherwise the given text, for example if no answer came. */
export function serverMessageOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.code ? error.message : otherwise;
}

export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.requestId : undefined;
}
