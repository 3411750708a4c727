/** Each test of a screen begins as on a fresh page, although the files of a run share one. Beside it runs `fresh-app.ts`. */
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { setToken } from '../api/session.ts';
import { FakeEventSource } from './fake-event-source.ts';

beforeEach(() => {
  // Nothing of an earlier test may stand behind the app, above all no layer and no frame.
  document.body.replaceChildren();
  vi.stubGlobal('EventSource', FakeEventSource);
});

afterEach(() => {
  cleanup();
  // A fresh page knows of no session that has ended; beginning one forgets it.
  setToken('');
  sessionStorage.clear();
  localStorage.clear();
  FakeEventSource.all.length = 0;
});
