import { staffMay } from '@drumbeat/contract/staff.ts';
import { user } from '@drumbeat/contract/users.ts';
import type { Role } from './users.types.ts';

/** All roles. */
export const roles: readonly Role[] = user.shape.roles.element.options;

/** The role that a word names, or undefined. */
export function roleOf(word: string): Role | undefined {
  return roles.find((role) => role === word.trim().toLowerCase());
}

/** Whether these roles open the console: their owner is staff, with a session that ends sooner. */
export function opensConsole(given: readonly Role[]): boolean {
  return staffMay(given, 'GET /api/admin/me/roles');
}

/** A field of the user as answers spell it, whether it is given in camelCase or in snake_case. */
export function fieldName(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
