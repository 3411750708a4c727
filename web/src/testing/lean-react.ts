/**
 * React's development build without what it records for people who debug: the stack of whoever made each element, and
 * marks for the browser's profiler. That is a third of a screen test's time. Its warnings stay.
 */
import * as react from 'react';

const internals = Reflect.get(
  react,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
) as object;
// React stops at 10,000 stacks until it sets the count back.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => 10_000,
  set: () => undefined,
});
// React DOM, which is loaded later, makes marks where it finds this.
Reflect.deleteProperty(console, 'timeStamp');
