import type { Form, FormValue } from '../http/form.ts';
import { invalidRequest } from './billing/failures.ts';

/** Reads a text parameter; an empty one counts as absent. */
export function textParam(form: Form, name: string): string | undefined {
  const value = form[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw invalidRequest(`Invalid string: ${name}`, name);
}

/** Reads a required text parameter. */
export function requiredText(form: Form, name: string): string {
  const value = textParam(form, name);
  if (value === undefined)
    throw invalidRequest(`Missing required param: ${name}.`, name, 'parameter_missing');
  return value;
}

/** Reads a whole number. */
export function integerParam(form: Form, name: string): number | undefined {
  const text = textParam(form, name);
  if (text === undefined) return undefined;
  if (/^-?\d+$/.test(text)) return Number(text);
  throw invalidRequest(`Invalid integer: ${text}`, name, 'parameter_invalid_integer');
}

/** Reads a boolean. */
export function booleanParam(form: Form, name: string): boolean | undefined {
  const text = textParam(form, name);
  if (text === undefined) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  throw invalidRequest(`Invalid boolean: ${text}`, name);
}

/** Reads a group such as `subscription_data[…]`. */
export function groupParam(form: Form, name: string): Form | undefined {
  const value = form[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'object' && !Array.isArray(value)) return value;
  throw invalidRequest(`Invalid object: ${name}`, name);
}

/** Reads a list of groups such as `line_items[0][…]`. */
export function groupsParam(form: Form, name: string): Form[] {
  const value = form[name];
  if (value === undefined || value === '') return [];
  if (Array.isArray(value) && value.every(isGroup)) return value as Form[];
  throw invalidRequest(`Invalid array: ${name}`, name);
}

/** Reads a list of texts such as `lookup_keys[0]`. */
export function textsParam(form: Form, name: string): string[] {
  const value = form[name];
  if (value === undefined || value === '') return [];
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value as string[];
  throw invalidRequest(`Invalid array: ${name}`, name);
}

/** Applies `metadata[…]` to the current values: an empty value removes its key, an empty group all. */
export function mergedMetadata(form: Form, current: Record<string, string>): Record<string, string> {
  if (form.metadata === '') return {};
  const merged = { ...current };
  for (const [key, value] of Object.entries(groupParam(form, 'metadata') ?? {})) {
    if (value === '') delete merged[key];
    else merged[key] = String(value);
  }
  return merged;
}

function isGroup(value: FormValue): boolean {
  return typeof value === 'object' && !Array.isArray(value);
}
