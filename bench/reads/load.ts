import autocannon from 'autocannon';
import type { ReadCall } from './calls.ts';

/** Path prefix for calls that the bare server authenticates as well. */
export const WHO = '/who';

export type Load = { connections: number; seconds: number };

/**
 * Repeats one call on this many connections, for longer where nothing was answered in that time. Throws unless
 * every answer is a 200.
 */
export async function askFor(
  url: string,
  call: ReadCall,
  { connections, seconds }: Load,
): Promise<{ calls: number; seconds: number }> {
  const first = await askOnce(url, call, { connections, seconds });
  if (first.calls > 0 || seconds > 10) return first;
  return askFor(url, call, { connections, seconds: seconds * 4 });
}

async function askOnce(
  url: string,
  call: ReadCall,
  { connections, seconds }: Load,
): Promise<{ calls: number; seconds: number }> {
  const { path, method, body, tokens } = call;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    // It ends with a sample, so runs below a second need shorter samples.
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
