/**
 * React's development build without its debugging records: owner stacks for each element, and marks for the
 * profiler. They take a third of a screen test's time. Warnings are kept.
 */
import * as react from 'react';

const internals = Reflect.get(
  react,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
) as object;
// React stops recording stacks at 10,000 until it resets the count.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => 10_000,
  set: () => undefined,
});
// React DOM, which loads later, only makes marks if this exists.
Reflect.deleteProperty(console, 'timeStamp');
