import autocannon from 'autocannon';
import type { ReadCall } from './calls.ts';

/** Before the path of a call: the bare server finds out who asks, too. */
export const WHO = '/who';

export type Load = { connections: number; seconds: number };

/** Makes one call over and over on so many connections. Throws where any answer is not a 200. */
export async function askFor(
  url: string,
  call: ReadCall,
  { connections, seconds }: Load,
): Promise<{ calls: number; seconds: number }> {
  const { path, method, body, tokens } = call;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    // It ends with a sample, so a part of a second needs shorter ones.
    sampleInt: Math.min(1_000, seconds * 1_000),
    requests: tokens.map((token) => ({
      method,
      path,
      headers: headersOf(call, token),
      ...(body ? { body } : {}),
    })),
  });
  const bad = result.errors + result.non2xx;
  if (bad > 0) throw new Error(`${call.name}: ${bad} of ${result.requests.total} calls failed`);
  return { calls: result.requests.total, seconds: result.duration };
}

/** The headers of a call, as our pages send them. */
export function headersOf({ body }: ReadCall, token: string): Record<string, string> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  return { authorization: `Bearer ${token}`, accept: 'application/json', ...json };
}
