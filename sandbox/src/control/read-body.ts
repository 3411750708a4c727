import type { z } from 'zod';
import { Failure } from '../http/failure.ts';

/** Parses the body of a control call; an invalid one is answered with the validation errors. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  throw new Failure(400, { error: 'bad_request', message: problems.join('; ') });
}
