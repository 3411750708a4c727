/** Each test of a screen begins as on a fresh page: the files of a run share one, and its modules. */
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { queryClient } from '../api/query.ts';
import { setToken } from '../api/session.ts';
import { currentToasts, dismissToast } from '../ui/toasts.ts';
import { FakeEventSource } from './fake-event-source.ts';

beforeEach(() => {
  // Nothing of an earlier test may stand behind the app, above all no layer and no frame.
  document.body.replaceChildren();
  vi.stubGlobal('EventSource', FakeEventSource);
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  globalThis.earlyCalls = undefined;
  // A fresh page knows of no session that has ended; beginning one forgets it.
  setToken('');
  sessionStorage.clear();
  localStorage.clear();
  for (const toast of currentToasts()) dismissToast(toast.id);
  FakeEventSource.all.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
