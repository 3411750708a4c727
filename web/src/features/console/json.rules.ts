import { VARIABLES_NOT_ARRAY } from '@drumbeat/contract/templates.rules.ts';

/** The value of a text of JSON, null for none; undefined where it is no JSON. */
export function jsonOf(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** JSON as people read it: short values on one line. */
export function textOfJson(value: unknown): string {
  const short = JSON.stringify(value);
  return short.length <= 60 ? short : JSON.stringify(value, null, 2);
}

/** What is wrong with the text of a template's variables; undefined where it will do. */
export function variablesFault(text: string): string | undefined {
  return text.trim() === '' || Array.isArray(jsonOf(text)) ? undefined : VARIABLES_NOT_ARRAY;
}

/** The variables of a text that will do. */
export function variablesOf(text: string): { name: string; default?: unknown }[] {
  const value = jsonOf(text);
  return Array.isArray(value) ? (value as { name: string }[]) : [];
}
