/** Pure helpers for a request: its id and its URL. */

let last: string | undefined;

/** A new request id: a random UUID. Works without a secure context, where `randomUUID` is missing. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  last = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return last;
}

/** The id of the latest request, to quote to support. */
export function lastRequestId(): string | undefined {
  return last;
}

type Values = Readonly<Record<string, unknown>>;

/** A call's URL: path parameters filled in, query appended, and `_ts` on PATCH so that no cache answers. */
export function addressOf(
  method: string,
  path: string,
  input: { params?: Values | undefined; query?: Values | undefined },
  now: number,
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = input.params?.[name];
    if (value === undefined) throw new Error(`The path ${path} lacks its parameter ${name}`);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  if (method === 'PATCH') query.set('_ts', String(now));
  return query.size > 0 ? `${filled}?${query}` : filled;
}
