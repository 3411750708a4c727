import type { Random } from './random.ts';
import { buildValue, type Schema } from './values.ts';

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
