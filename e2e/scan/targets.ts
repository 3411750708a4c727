/** The parts of JSON Schema that our document uses. */
type Schema = {
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

type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema?: Schema };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  tags?: string[];
};
export type ApiDocument = { paths: Record<string, Record<string, Operation>> };

/** A call with an example of all that it takes. */
export type Target = { name: string; method: string; path: string; query: string; body: string | undefined };

/** Calls that would end what the scan needs: its session, its person, or what proves it. */
const ENDS_THE_SCAN = [
  'POST /api/auth/signout',
  'POST /api/auth/change-password',
  'DELETE /api/auth/sessions',
  'DELETE /api/user',
  'POST /api/2fa/disable',
  'POST /api/2fa/setup',
  'POST /api/admin/users/{id}/roles',
  'POST /api/admin/users/{id}/reset-2fa',
];

/** Every call of the document but those, with ids of things that exist. */
export function targetsOf(document: ApiDocument, idOf: (path: string) => string): Target[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      return ENDS_THE_SCAN.includes(name) ? [] : [targetOf(name, path, operation, idOf(path))];
    }),
  );
}

function targetOf(name: string, path: string, operation: Operation, id: string): Target {
  const parameters = operation.parameters ?? [];
  const text = (schema: Schema | undefined) => String(exampleOf(schema ?? {}));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const { schema } = parameters.find((each) => each.in === 'path' && each.name === key) ?? {};
    return key === 'id' ? id : encodeURIComponent(text(schema));
  });
  const query = parameters.flatMap((each) =>
    each.in === 'query' ? [`${each.name}=${encodeURIComponent(text(each.schema))}`] : [],
  );
  const schema = operation.requestBody?.content['application/json']?.schema;
  return {
    name,
    method: name.split(' ')[0] ?? 'GET',
    path: filled,
    query: query.join('&'),
    body: schema && JSON.stringify(exampleOf(schema)),
  };
}

/** A value that a schema allows, as plain as possible. */
function exampleOf(schema: Schema): unknown {
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
