import type { Random } from './random.ts';

/** The part of a JSON schema in our OpenAPI document that we read. */
type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  additionalProperties?: Schema | boolean;
};

/** Values that no form would send and that have broken other software. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  0,
  -1,
  0.1,
  1e308,
  2 ** 53,
  '9223372036854775808',
  '\u0000',
  '\ud800',
  '\u202e\u0007',
  '👩‍👩‍👧'.repeat(200),
  'a'.repeat(5_000),
  "' or 1=1 --",
  '{{ 7 | times: 7 }}{% raw %}',
  '<img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '%00%2e%2e%2f',
  '__proto__',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '2027-02-30T25:61:00Z',
  'Europe/Atlantis',
  [],
  [[[[[]]]]],
  Array.from({ length: 101 }, (_, index) => index),
  {},
  { constructor: { prototype: {} } },
  { $ne: null },
];

const WORDS = [
  'Hello',
  'a@b.example',
  '1',
  '999999',
  'true',
  'https://x.example/a?b=c',
  '2027-03-28T02:30:00Z',
];

type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema?: Schema };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
export type ApiDocument = { paths: Record<string, Record<string, Operation>> };

export type FuzzedRequest = {
  /** The name in the API document: `POST /api/posts`. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  /** The text of the body; undefined if there is none. */
  body: string | undefined;
  contentType: string;
};

type Named = { name: string; method: FuzzedRequest['method']; path: string; operation: Operation };

/** Every call in the API document. */
export function operationsOf(document: ApiDocument): Named[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const upper = method.toUpperCase() as FuzzedRequest['method'];
      return { name: `${upper} ${path}`, method: upper, path, operation };
    }),
  );
}

/** A request for a call: valid, nearly valid, or invalid. `ids` are ids of existing things. */
export function requestFor(
  { name, method, path, operation }: Named,
  random: Random,
  ids: readonly string[],
): FuzzedRequest {
  const parameters = operation.parameters ?? [];
  const text = (schema: Schema | undefined) => {
    const value = buildValue(schema ?? {}, random);
    return encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed());
  };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
    random.chance(0.7)
      ? random.pick(ids)
      : text(parameters.find((each) => each.name === parameter)?.schema) || '1',
  );
  const query = parameters
    .filter((each) => each.in === 'query' && random.chance(0.6))
    .map(({ name: key, schema }) => `${key}=${text(schema)}`);
  const schema = operation.requestBody?.content['application/json']?.schema;
  const hasBody = schema !== undefined && random.chance(0.95);
  return {
    name,
    method,
    url: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
    body: hasBody ? bodyText(buildValue(schema, random), random) : undefined,
    contentType: random.chance(0.97)
      ? 'application/json'
      : random.pick(['text/plain', 'application/xml', '']),
  };
}

/** The serialized body; occasionally broken JSON. */
function bodyText(value: unknown, random: Random): string {
  const text = JSON.stringify(value);
  if (random.chance(0.97)) return text;
  return random.pick([
    text.slice(0, -1),
    `${text}${text}`,
    '{"a":1,"a":2}',
    '\ufeff{}',
    '{"__proto__":{"a":1}}',
  ]);
}

/** A value that the schema accepts, or one that it should reject. */
function buildValue(schema: Schema, random: Random, depth = 0): unknown {
  if (random.chance(0.15) || depth > 6) return random.pick(HOSTILE);
  const choice = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choice?.length) return buildValue(random.pick(choice), random, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.length) return random.pick(schema.enum);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'object':
      return objectOf(schema, random, depth);
    case 'array':
      return Array.from({ length: random.upTo(3) }, () => buildValue(schema.items ?? {}, random, depth + 1));
    case 'integer':
    case 'number':
      return numberOf(schema, random);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'string':
      return textOf(schema, random);
    default:
      return random.pick([...HOSTILE, ...WORDS]);
  }
}

function objectOf(schema: Schema, random: Random, depth: number): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const isNeeded = schema.required?.includes(name) ?? false;
    if (random.chance(isNeeded ? 0.95 : 0.6)) made[name] = buildValue(inner, random, depth + 1);
  }
  if (random.chance(0.1))
    made[random.pick(['extra', '__proto__x', 'id', 'userId', 'roles'])] = random.pick(HOSTILE);
  return made;
}

function numberOf({ minimum = 0, maximum = 1_000 }: Schema, random: Random): number {
  return random.pick([minimum, maximum, minimum - 1, maximum + 1, Math.round((minimum + maximum) / 2), 1]);
}

function textOf({ format, maxLength }: Schema, random: Random): string {
  if (format === 'uuid') return '5f1d7c0e-8f5b-4f0e-9a53-0d6f5f6f0a11';
  if (format === 'date-time')
    return random.pick(['2026-11-24T09:00:00Z', '2027-03-28T02:30:00+01:00', '1970-01-01T00:00:00Z']);
  const word = random.pick(WORDS);
  return maxLength !== undefined && random.chance(0.2) ? 'é'.repeat(Math.min(maxLength + 1, 3_000)) : word;
}
