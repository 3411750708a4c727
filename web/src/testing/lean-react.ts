/**
 * React's production build, as people get it, with an `act` for the testing library, which that build lacks. The
 * development build makes a screen test a third dearer.
 */
import react from 'react';
import { flushSync } from 'react-dom';

/** Not the test's clock. */
const later = setTimeout.bind(window);

/** Runs the callback and draws what it changed; if it is asynchronous, also what its answers changed. */
function act(callback: () => unknown): Promise<unknown> {
  let result: unknown;
  flushSync(() => {
    result = callback();
  });
  return result instanceof Promise ? drawn(result) : Promise.resolve(result);
}

async function drawn(result: Promise<unknown>): Promise<unknown> {
  const value = await result;
  // React draws in a task of its own, runs effects in another, and draws what these changed in a third.
  for (let task = 0; task < 3; task += 1) await new Promise((resolve) => later(resolve));
  return value;
}

Object.assign(react, { act });
