/** The parts of JSON Schema that our document uses. */
export type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  minLength?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'scan@people.example',
  'date-time': new Date(Date.now() + 86_400_000).toISOString(),
  uuid: '00000000-0000-4000-8000-000000000001',
  uri: 'https://people.example/',
};

/** A value that a schema allows, as plain as possible. */
export function exampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice) return exampleOf(choice);
  if (schema.default !== undefined) return schema.default;
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, of]) => [name, exampleOf(of)]),
      );
    case 'array':
      return schema.items ? [exampleOf(schema.items)] : [];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'null':
      return null;
    default:
      return FORMATS[schema.format ?? ''] ?? 'scan'.padEnd(schema.minLength ?? 4, 'n');
  }
}
