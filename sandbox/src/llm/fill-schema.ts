/** The subset of JSON Schema that structured output uses. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
  definitions?: Record<string, Schema>;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  format?: string;
}

export interface Filling {
  /** How many items the first list gets. */
  count: number;
  niche: string;
  /** Returns the next post. */
  nextText: () => string;
}

const deepest = 12;

/** A value that matches the schema, with posts as texts. */
export function fillSchema(root: Schema, filling: Filling): unknown {
  return fill(root, root, filling, 'text', 0);
}

function fill(schema: Schema, root: Schema, filling: Filling, name: string, depth: number): unknown {
  if (depth > deepest) return null;
  const inner = (next: Schema, nextName = name): unknown => fill(next, root, filling, nextName, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.find((one) => one !== null) ?? null;
  if (schema.$ref) return inner(dereference(schema.$ref, root));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return inner(choices.find((one) => one.type !== 'null') ?? {});
  if (schema.allOf) return inner(Object.assign({}, ...schema.allOf) as Schema);
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, value]) => [key, inner(value, key)]),
      );
    case 'array':
      return Array.from({ length: lengthOf(schema, filling, depth) }, () => inner(schema.items ?? {}));
    case 'integer':
    case 'number':
      return Math.min(schema.maximum ?? Number.POSITIVE_INFINITY, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return textFor(schema, filling, name);
  }
}

function typeOf(schema: Schema): string {
  if (Array.isArray(schema.type)) return schema.type.find((one) => one !== 'null') ?? 'null';
  if (schema.type) return schema.type;
  if (schema.properties) return 'object';
  return schema.items ? 'array' : 'string';
}

// Lists within items (hashtags, keywords) stay short; the outer list holds the posts.
function lengthOf(schema: Schema, filling: Filling, depth: number): number {
  const wanted = depth <= 2 ? filling.count : 1;
  return Math.min(schema.maxItems ?? 500, Math.max(schema.minItems ?? 0, wanted));
}

function textFor(schema: Schema, filling: Filling, name: string): string {
  if (schema.format === 'date-time') return new Date().toISOString();
  if (schema.format === 'date') return new Date().toISOString().slice(0, 10);
  const text = /^(niche|topic|category|hashtags?|keywords?)$/i.test(name)
    ? filling.niche
    : filling.nextText();
  if (schema.maxLength === undefined || text.length <= schema.maxLength) return text;
  const sentences = text.split(/(?<=[.!?:])\s+/);
  return sentences.find((one) => one.length <= (schema.maxLength ?? 0)) ?? text.slice(0, schema.maxLength);
}

function dereference(reference: string, root: Schema): Schema {
  if (reference === '#') return root;
  const name = reference.split('/').at(-1) ?? '';
  return root.$defs?.[name] ?? root.definitions?.[name] ?? {};
}
