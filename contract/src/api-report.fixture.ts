import { z } from 'zod';
import type { Call } from './call.ts';
import { refusalsOf } from './refusals.fixture.ts';

/** A JSON Schema, as far as zod writes one. */
type Json = Record<string, unknown> & { type?: string | string[]; $ref?: string };

/** The schemas that the contract exports, with their names, so that each is written out once. */
type Named = ReturnType<typeof z.registry<{ id: string }>>;

/** A call in Markdown: who may make it, what it takes and answers, and what it says where a field is missing. */
export function reportCall(call: Call, named: Named): string {
  const marks = [call.access, call.ownRead && 'staff in a view', call.bodyLimit && `${call.bodyLimit} bytes`];
  const parts = [
    ...(['params', 'query', 'body'] as const).flatMap((part) => partOf(part, call[part], named)),
    call.file ? `200: ${call.file}` : `200: ${textOf(call.response, 'output', named)}`,
  ];
  return `### ${call.method} ${call.path}\n\n${call.summary} (${marks.filter(Boolean).join(', ')})\n\n${inCode(parts)}`;
}

/** A schema of the contract in Markdown, under the name that it is exported by. */
export function reportSchema(name: string, schema: z.ZodType, named: Named): string {
  const textAs = (io: 'input' | 'output') => {
    const { $defs } = jsonOf(schema, io, named);
    return printed(($defs as Record<string, Json>)[name] as Json);
  };
  // What a transform makes is unknown; then what it takes tells more.
  const text = textAs('output');
  return inCode([`${name}: ${text === 'unknown' ? textAs('input') : text}`]);
}

function inCode(lines: string[]): string {
  return ['```ts', ...lines, '```'].join('\n');
}

function partOf(part: string, schema: z.ZodType | undefined, named: Named): string[] {
  if (!schema) return [];
  return [`${part}: ${textOf(schema, 'input', named)}`, ...refusalsOf(schema).map((line) => `// ${line}`)];
}

function textOf(schema: z.ZodType, io: 'input' | 'output', named: Named): string {
  return printed(jsonOf(schema, io, named));
}

function jsonOf(schema: z.ZodType, io: 'input' | 'output', named: Named): Json {
  return z.toJSONSchema(schema, { metadata: named, io, unrepresentable: 'any' }) as Json;
}

function printed(schema: Json, indent = ''): string {
  const text = withoutDefault(schema, indent);
  return 'default' in schema ? `${text} = ${JSON.stringify(schema.default)}` : text;
}

function withoutDefault(schema: Json, indent: string): string {
  if (schema.$ref) return schema.$ref.replace('#/$defs/', '');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return (schema.enum as unknown[]).map((value) => JSON.stringify(value)).join(' | ');
  const choices = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Json[] | undefined;
  if (choices) return choices.map((choice) => printed(choice, indent)).join(schema.allOf ? ' & ' : ' | ');
  if (schema.type === 'object') return objectOf(schema, indent);
  if (schema.type === 'array')
    return `${grouped(printed(schema.items as Json, indent))}[]${limitsOf(schema)}`;
  return `${[schema.type ?? 'unknown'].flat().join(' | ')}${limitsOf(schema)}`;
}

function grouped(text: string): string {
  return text.includes(' | ') && !text.startsWith('{') ? `(${text})` : text;
}

const WIDTH = 100;

function objectOf(schema: Json, indent: string): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  const values = schema.additionalProperties;
  if (properties.length === 0)
    return values && typeof values === 'object' ? `{ [name]: ${printed(values as Json, indent)} }` : '{}';
  const required = new Set(schema.required as string[] | undefined);
  const inner = `${indent}  `;
  const fields = properties.map(
    ([name, value]) => `${name}${required.has(name) ? '' : '?'}: ${printed(value, inner)}`,
  );
  const line = `{ ${fields.join('; ')} }`;
  if (indent.length + line.length <= WIDTH && !line.includes('\n')) return line;
  return `{\n${fields.map((field) => `${inner}${field};\n`).join('')}${indent}}`;
}

const LIMITS = [
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
];

function limitsOf(schema: Json): string {
  // zod gives every integer the bounds of what a number can hold.
  const set = LIMITS.filter(
    (name) => name in schema && Math.abs(Number(schema[name])) !== Number.MAX_SAFE_INTEGER,
  );
  return set.length === 0
    ? ''
    : `(${set.map((name) => `${name} ${JSON.stringify(schema[name])}`).join(', ')})`;
}
