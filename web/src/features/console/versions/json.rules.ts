import { VARIABLES_NOT_ARRAY } from '@drumbeat/contract/text/templates.rules.ts';

/** The parsed JSON; null for an empty text, undefined if it is not valid JSON. */
export function jsonOf(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Formats JSON for reading: short values on one line. */
export function textOfJson(value: unknown): string {
  const short = JSON.stringify(value);
  return short.length <= 60 ? short : JSON.stringify(value, null, 2);
}

/** What is wrong with the text of a template's variables; undefined if it is acceptable. */
export function variablesFault(text: string): string | undefined {
  return text.trim() === '' || Array.isArray(jsonOf(text)) ? undefined : VARIABLES_NOT_ARRAY;
}

/** The variables in a valid text. */
export function variablesOf(text: string): { name: string; default?: unknown }[] {
  const value = jsonOf(text);
  return Array.isArray(value) ? (value as { name: string }[]) : [];
}

/** Whether the latest saved version of a template is in use, as text. */
export function stateOf(template: {
  is_published: boolean;
  version: number;
  published_version: number | null;
}): string {
  if (template.is_published) return 'Published';
  return template.published_version === null
    ? 'Draft'
    : `Draft; version ${template.published_version} is used`;
}
