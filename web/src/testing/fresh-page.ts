/** Starts each screen test with a fresh page, which the files of a run share. See also `fresh-app.ts`. */
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { server } from 'vitest/browser';
import { setToken } from '../api/session.ts';
import { FakeEventSource } from './fake-event-source.ts';

// Nobody sees a headless page. Left unpainted but laid out as ever, it needs a tenth less time.
const frame = window.frameElement as HTMLElement | null;
if (frame && server.config.browser.headless) frame.style.opacity = '0';

beforeEach(beginPage);
afterEach(endPage);

export function beginPage(): void {
  // Remove everything from earlier tests behind the app, above all overlays and frames.
  document.body.replaceChildren();
  vi.stubGlobal('EventSource', FakeEventSource);
}

export function endPage(): void {
  cleanup();
  // A fresh page must not remember an ended session; starting one clears that.
  setToken('');
  sessionStorage.clear();
  localStorage.clear();
  FakeEventSource.all.length = 0;
}
