import { z } from 'zod';

/** A JSON Schema, as far as zod writes one. */
type Json = Record<string, unknown> & { type?: string | string[] };
type Path = readonly (string | number)[];

/** zod's own words, which follow from the shape. */
const PLAIN = /^(Invalid|Too small|Too big|Unrecognized)/;

/** What we say, in words of our own, where a field is missing, empty, too long, or else not what it should be. */
export function refusalsOf(schema: z.ZodType): string[] {
  const lines = new Map<string, string[]>();
  for (const [path, field] of fieldsOf(asInput(schema), [])) {
    function add(what: string, message: string): void {
      const key = JSON.stringify([path.join('.'), message]);
      lines.set(key, [...new Set([...(lines.get(key) ?? []), what])]);
    }
    for (const [what, value] of wrongValues(field))
      for (const message of saidOf(schema, path, value)) if (!PLAIN.test(message)) add(what, message);
    for (const [what, value] of spacedValues(field))
      for (const message of saidOf(schema, path, value)) add(what, message);
  }
  return [...lines].map(([key, whats]) => {
    const [field, message] = JSON.parse(key) as [string, string];
    return `${field} (${whats.join(', ')}): ${message}`;
  });
}

const asInput = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;

/** Every field inside a schema, with its path. Of a list, the first item stands for all. */
function* fieldsOf(json: Json, path: Path): Generator<[Path, Json]> {
  if (path.length > 0) yield [path, json];
  for (const choice of choicesOf(json)) yield* fieldsOf(choice, path);
  for (const [name, field] of Object.entries((json.properties ?? {}) as Record<string, Json>))
    yield* fieldsOf(field, [...path, name]);
  if (json.items) yield* fieldsOf(json.items as Json, [...path, 0]);
}

const choicesOf = (json: Json) => (json.anyOf ?? json.oneOf ?? json.allOf ?? []) as Json[];

function wrongValues(json: Json): [what: string, value: unknown][] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = json as Record<
    string,
    number | undefined
  >;
  const letters = 'x'.repeat(Math.max(minLength ?? 0, 3));
  const items = (count: number) => Array.from({ length: count }, () => sampleOf((json.items ?? {}) as Json));
  return [
    ['missing', undefined],
    ['empty', json.type === 'array' ? [] : ''],
    ['null', null],
    ['a number', 7],
    ['letters', letters],
    ['a null character', `${letters}\u0000`],
    ['half a character', `${letters}\ud800`],
    ...when(json.type === 'integer', 'a fraction', (minimum ?? 0) + 0.5),
    ...when(minLength, 'too short', 'x'.repeat((minLength ?? 1) - 1)),
    ...when(maxLength, 'too long', 'x'.repeat((maxLength ?? 0) + 1)),
    ...when(minimum !== undefined, 'too small', (minimum ?? 0) - 1),
    ...when(maximum !== undefined, 'too big', (maximum ?? 0) + 1),
    ...when(minItems, 'too few', items((minItems ?? 1) - 1)),
    ...when(maxItems, 'too many', items((maxItems ?? 0) + 1)),
  ];
}

/** What is said of these depends on when spaces are taken away, which the shape does not say. */
function spacedValues({ minLength, maxLength }: Json): [what: string, value: unknown][] {
  const [least, most] = [Number(minLength ?? 0), Number(maxLength ?? 0)];
  return [
    ...when(least, 'only spaces', ' '.repeat(least)),
    ...when(most, 'too long for its spaces', ` ${'x'.repeat(most)} `),
  ];
}

const when = (holds: unknown, what: string, value: unknown): [string, unknown][] =>
  holds ? [[what, value]] : [];

/** A value of the right kind, so that a list is refused for its length alone. */
function sampleOf(json: Json): unknown {
  const [choice] = choicesOf(json);
  if (choice) return sampleOf(choice);
  if ('const' in json) return json.const;
  if (json.enum) return (json.enum as unknown[])[0];
  if (json.type === 'object')
    return Object.fromEntries(
      Object.entries((json.properties ?? {}) as Record<string, Json>).map(([name, of]) => [
        name,
        sampleOf(of),
      ]),
    );
  if (json.type === 'integer' || json.type === 'number') return json.minimum ?? 1;
  return json.type === 'array' ? [] : 'x'.repeat(Number(json.minLength ?? 1));
}

/** What the schema says of this field when everything else is missing. */
function saidOf(schema: z.ZodType, path: Path, value: unknown): string[] {
  const whole = path.reduceRight<unknown>(
    (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
    value,
  );
  return (schema.safeParse(whole).error?.issues ?? [])
    .filter((issue) => issue.path.join('.') === path.join('.'))
    .map(({ message }) => message);
}
