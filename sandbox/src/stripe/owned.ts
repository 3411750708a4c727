import { idOf } from './objects.ts';

interface Owned {
  id: string;
  customer: string | { id: string } | null;
}

// An index by collection, then by customer. It only speeds up lookups, so it is not part of the state.
const indexes = new WeakMap<object, Map<string, Owned[]>>();

/** Adds an object to a collection. Objects must be added this way to be found by `ownedBy`. */
export function addOwned<T extends Owned>(collection: Record<string, T>, object: T): T {
  const index = indexOf(collection);
  collection[object.id] = object;
  addToIndex(index, object);
  return object;
}

/** The objects of a customer, oldest first. */
export function ownedBy<T extends Owned>(collection: Record<string, T>, customerId: string): T[] {
  const found = (indexOf(collection).get(customerId) ?? []) as T[];
  return found.filter((one) => idOf(one.customer) === customerId);
}

function indexOf(collection: Record<string, Owned>): Map<string, Owned[]> {
  const known = indexes.get(collection);
  if (known) return known;
  const made = new Map<string, Owned[]>();
  for (const object of Object.values(collection)) addToIndex(made, object);
  indexes.set(collection, made);
  return made;
}

function addToIndex(index: Map<string, Owned[]>, object: Owned): void {
  const customer = idOf(object.customer);
  const list = index.get(customer);
  if (list) list.push(object);
  else index.set(customer, [object]);
}
