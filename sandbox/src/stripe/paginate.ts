import type { Form } from '../http/form.ts';
import { invalidRequest } from './billing/failures.ts';
import { groupParam, integerParam, textParam } from './params.ts';

export interface Page<T> {
  object: 'list';
  url: string;
  has_more: boolean;
  data: T[];
}

/** One page of a list, newest first, according to `limit`, `starting_after` and `ending_before`. */
export function paginate<T extends { id: string }>(newestFirst: T[], form: Form, url: string): Page<T> {
  const limit = integerParam(form, 'limit') ?? 10;
  if (limit < 1 || limit > 100) {
    throw invalidRequest('This value must be between 1 and 100 inclusive.', 'limit');
  }
  const after = textParam(form, 'starting_after');
  const before = textParam(form, 'ending_before');
  if (before !== undefined) {
    const end = positionOf(newestFirst, before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', url, has_more: start > 0, data: newestFirst.slice(start, end) };
  }
  const start = after === undefined ? 0 : positionOf(newestFirst, after, 'starting_after') + 1;
  const data = newestFirst.slice(start, start + limit);
  return { object: 'list', url, has_more: start + limit < newestFirst.length, data };
}

/** The values of a collection, newest first. */
export function newestFirst<T>(collection: Record<string, T>): T[] {
  return Object.values(collection).reverse();
}

function positionOf<T extends { id: string }>(items: T[], id: string, param: string): number {
  const position = items.findIndex((item) => item.id === id);
  if (position === -1) throw invalidRequest(`No such object: '${id}'`, param, 'resource_missing');
  return position;
}

/** A predicate for the parameter `created`: a timestamp, or bounds such as `created[gte]`. */
export function createdFilter(form: Form): (object: { created: number }) => boolean {
  if (typeof form.created === 'string') {
    const exact = integerParam(form, 'created');
    return ({ created }) => exact === undefined || created === exact;
  }
  const bounds = groupParam(form, 'created') ?? {};
  const gt = integerParam(bounds, 'gt') ?? -Infinity;
  const gte = integerParam(bounds, 'gte') ?? -Infinity;
  const lt = integerParam(bounds, 'lt') ?? Infinity;
  const lte = integerParam(bounds, 'lte') ?? Infinity;
  return ({ created }) => created > gt && created >= gte && created < lt && created <= lte;
}
