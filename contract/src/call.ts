import type { z } from 'zod';

/** Set by a page on calls that nobody triggered by hand; they do not extend a staff session. */
export const BACKGROUND_HEADER = 'x-background';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may make a call: anyone, anyone with a valid session, or staff with a role that `staff.ts` lists for
 * it. Ownership is checked by the use case.
 */
type Access = 'public' | 'user' | 'staff';

/** One API call as data: the server registers it, the client takes its types, OpenAPI describes it. */
export type Call = {
  readonly method: Method;
  /** Path from the root of the origin, with `:name` parameters. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  /**
   * Allowed for staff who view an account. Such a call only reads, and its use case has no side effects for a
   * view: no fetch, and none of the customer's limits is used. The answer masks what staff see masked.
   */
  readonly ownRead?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Maximum body size in bytes; 16 kB by default. */
  readonly bodyLimit?: number;
  /** The media type of a 200 answer that is a file; JSON by default. */
  readonly file?: string;
  /** The body of a 200. Every other status returns `errorBody` of errors.ts. */
  readonly response: z.ZodType;
};

/** Declares a call, keeping the literal types of its method, path and schemas. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}
