import type { z } from 'zod';

/** Set by a page on calls that it makes by itself; they do not keep a session of staff alive. */
export const BACKGROUND_HEADER = 'x-background';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may make a call: anyone, the bearer of a live session, or staff whose role `staff.ts` names for it. Ownership is
 * checked by the use case.
 */
type Access = 'public' | 'user' | 'staff';

/** One call of the API, as data: the server registers it, the browser's client is typed by it, OpenAPI describes it. */
export type Call = {
  readonly method: Method;
  /** Path with `:name` parameters, from the origin's root. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  /**
   * Staff who view an account may make it. It only reads, for one's own account or for anybody, and its use case causes
   * nothing for a view: no fetch, no use of the customer's limits. What it answers is masked where staff see it masked.
   */
  readonly ownRead?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The most bytes that the body may have; 16 kB where nothing is said. */
  readonly bodyLimit?: number;
  /** The media type of the file that a 200 carries; JSON where nothing is said. */
  readonly file?: string;
  /** What a 200 carries. Every other status carries `errorBody` of errors.ts. */
  readonly response: z.ZodType;
};

/** Declares a call, keeping the literal types of its method, path and schemas. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}
