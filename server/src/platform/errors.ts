import { type ErrorCode, errorStatus } from '@drumbeat/contract/errors.ts';

type Details = {
  /** What a screen may act on; never a secret, never an internal text. */
  data?: Record<string, unknown>;
  /** Seconds until it makes sense to try again; sent as Retry-After. */
  retryAfter?: number;
  cause?: unknown;
};

/** The one error that a use case throws on purpose: a code of the closed list and a message fit for a person. */
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

/** A fault of start-up that the person at the keyboard can mend; printed as one line, without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
