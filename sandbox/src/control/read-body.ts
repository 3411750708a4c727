import type { z } from 'zod';
import { Failure } from '../http/failure.ts';

/** Parses the body of a control call; a wrong one is answered with what is wrong with it. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  throw new Failure(400, { error: 'bad_request', message: problems.join('; ') });
}
