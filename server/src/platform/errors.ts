import { type ErrorCode, errorStatus } from '@drumbeat/contract/errors.ts';

type Details = {
  /** For the screen to act on; never internal messages or secrets of anybody but the caller. */
  data?: Record<string, unknown>;
  /** Seconds after which a retry makes sense; sent as Retry-After. */
  retryAfter?: number;
  cause?: unknown;
};

/** The only error that use cases throw on purpose: a code from the closed list and a message for people. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: Record<string, unknown> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.data = details.data;
    this.retryAfter = details.retryAfter;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** An error at startup that the operator can fix; printed as one line, without a stack trace. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
