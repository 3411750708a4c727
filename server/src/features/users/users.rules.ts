import { staffMay } from '@drumbeat/contract/staff-roles.ts';
import { user } from '@drumbeat/contract/users/users.ts';
import type { Role } from './users.types.ts';

export const roles: readonly Role[] = user.shape.roles.element.options;

/** The role with this name, in any case; undefined if there is none. */
export function roleOf(word: string): Role | undefined {
  return roles.find((role) => role === word.trim().toLowerCase());
}

/** Whether these roles open the console: their owner is staff, with shorter sessions. */
export function opensConsole(given: readonly Role[]): boolean {
  return staffMay(given, 'GET /api/admin/me/roles');
}

/** A user field in camelCase, whether it is given in camelCase or snake_case. */
export function fieldName(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
