import { PUBLIC_FLAG_DEFAULTS } from '@drumbeat/contract/flags/flags.rules.ts';
import { type PublicFlags, publicFlags } from '@drumbeat/contract/flags/flags.ts';

/** The flags that browsers may read; all others stay on the server. */
export const publicKeys = Object.keys(PUBLIC_FLAG_DEFAULTS) as (keyof PublicFlags)[];

/** The public flags; a missing or invalid one has its default. */
export function publicFlagsOf(records: readonly FlagRecord[]): PublicFlags {
  const set = publicKeys.flatMap((key) => {
    const record = records.find((each) => each.key === key);
    const parsed = publicFlags.shape[key].safeParse(record?.value);
    return parsed.success ? [[key, parsed.data]] : [];
  });
  return { ...PUBLIC_FLAG_DEFAULTS, ...Object.fromEntries(set) };
}

/**
 * What is wrong with a value for a public flag; undefined if it is valid, null (not set), or for another
 * flag.
 */
export function publicFlagFault(key: string, value: unknown): string | undefined {
  if (value === null || !Object.hasOwn(publicFlags.shape, key)) return undefined;
  const parsed = publicFlags.shape[key as keyof PublicFlags].safeParse(value);
  if (parsed.success) return undefined;
  const [issue] = parsed.error.issues;
  const where = issue?.path.length ? `${issue.path.join('.')}: ` : '';
  return `Browsers read '${key}', so its value must look like ${JSON.stringify(PUBLIC_FLAG_DEFAULTS[key as keyof PublicFlags])}. ${where}${issue?.message}.`;
}

/** A flag as set by staff: any JSON value. */
export type FlagRecord = { key: string; value: unknown };
