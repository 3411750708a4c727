/** Pure pieces of a request: its id and its address. */

let last: string | undefined;

/** A fresh request id: 128 random bits as a UUID. Works without a secure context, where `randomUUID` is missing. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  last = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return last;
}

/** The id of the request sent last, to be quoted to support. */
export function lastRequestId(): string | undefined {
  return last;
}

type Values = Readonly<Record<string, unknown>>;

/** The address of a call: parameters in place, query behind, `_ts` on PATCH so that no cache answers it. */
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
