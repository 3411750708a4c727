import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const folder = resolve(import.meta.dirname, '../../../shared/providers');

/** Whether the providers' own descriptions are here; they are not part of the repository. */
export const haveProviderFiles: boolean = existsSync(folder);

/** Stands in the name of a skipped block, so that a reader of the report knows why. */
export const needsProviderFiles = haveProviderFiles
  ? 'against the provider’s own description'
  : `SKIPPED, ${folder} is absent: against the provider’s own description`;

const files = {
  stripe: 'stripe/stripe-node-23.1.0.2026-10-28.endive.jsonschema.json',
  x: 'x/x-api-v2.jsonschema.json',
  xlegacy: 'x/x-api-v2.legacy-shape-2.166.jsonschema.json',
  openai: 'openai/openai.jsonschema.json',
} as const;

/** Returns a check by schema name; it lists what does not fit, so `[]` is a pass. */
export function checkerFor(provider: keyof typeof files): (name: string, value: unknown) => string[] {
  const schema = JSON.parse(readProviderFile(files[provider])) as SchemaFile;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  // The package is CommonJS: its default export arrives one level down.
  (addFormats as unknown as (instance: Ajv2020) => void)(ajv);
  for (const format of ['unixtime', 'int32', 'int64']) ajv.addFormat(format, true);
  ajv.addSchema(schema, schema.$id);
  return (name, value) => {
    const own = schema.$defs?.[name] ? `#/$defs/${name}` : `#/components/schemas/${name}`;
    const place = schema.roots?.[name]?.$ref ?? own;
    const validate = ajv.getSchema(`${schema.$id}${place}`) ?? ajv.compile({ $ref: `${schema.$id}${place}` });
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => `${error.instancePath || '/'} ${error.message}`);
  };
}

/** The text of a provider's file. */
export function readProviderFile(path: string): string {
  return readFileSync(resolve(folder, path), 'utf8');
}

interface SchemaFile {
  $id: string;
  roots?: Record<string, { $ref: string }>;
  $defs?: Record<string, unknown>;
}
