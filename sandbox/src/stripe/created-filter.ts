import type { Form } from '../http/form.ts';
import { groupParam, integerParam } from './params.ts';

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
