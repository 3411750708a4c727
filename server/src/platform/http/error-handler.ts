import type { ErrorBody, ErrorCode } from '@drumbeat/contract/errors.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isBusy } from '../database/connection.ts';
import { AppError } from '../errors.ts';

const frameworkCodes: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['PAYLOAD_TOO_LARGE', 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'Send the request as JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['VALIDATION_FAILED', 'The request is not valid JSON.'],
};

/** Seconds after which to retry if the database is busy. */
const BUSY_RETRY_SECONDS = 5;

/** Converts anything thrown to an AppError. Messages of unknown errors are logged, never sent. */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return validationError(error.validation);
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = frameworkCodes[code ?? ''];
  if (known) return new AppError(known[0], known[1], { cause: error });
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return new AppError('VALIDATION_FAILED', 'The request could not be understood.', { cause: error });
  }
  if (isBusy(error)) {
    return new AppError('UNAVAILABLE', 'We are very busy. Please try again in a moment.', {
      retryAfter: BUSY_RETRY_SECONDS,
      cause: error,
    });
  }
  return new AppError('INTERNAL', 'Something went wrong on our side. Please try again.', { cause: error });
}

/** The most faults to list in a response. */
const MOST_ISSUES = 20;

type Issue = { instancePath: string; message?: string };

function validationError(issues: Issue[]): AppError {
  const fields: Record<string, string> = {};
  for (const issue of issues.slice(0, MOST_ISSUES)) {
    const field = issue.instancePath.split('/').slice(1).join('.') || 'request';
    fields[field] ??= issue.message ?? 'is not valid';
  }
  const [field, text] = Object.entries(fields)[0] ?? ['request', 'is not valid'];
  // Our own messages are sentences already; zod's start with 'Invalid' and need the field's name.
  const message = /^(Invalid|Too |Unrecognized)/.test(text) ? `${field}: ${text}` : text;
  return new AppError('VALIDATION_FAILED', message, { data: { fields } });
}

export function errorBodyOf(error: AppError, requestId: string): ErrorBody {
  return {
    error: error.message,
    message: error.message,
    code: error.code,
    requestId,
    ...(error.code === 'TWO_FACTOR_REQUIRED' ? { requires2FA: true } : {}),
    ...(error.data ? { data: error.data } : {}),
  };
}

/** Responds to anything thrown in the one error format, including for a URL that cannot be decoded. */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = asAppError(thrown);
  if (error.status >= 500) request.log.error({ err: thrown }, 'request failed');
  else request.log.info({ code: error.code, reason: error.message }, 'request refused');
  if (error.retryAfter) reply.header('retry-after', error.retryAfter);
  return reply
    .status(error.status)
    .header('x-request-id', request.id)
    .type('application/json')
    .serializer(JSON.stringify)
    .send(errorBodyOf(error, request.id));
}
