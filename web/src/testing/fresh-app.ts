/** Resets the app's modules after each test, because the test files of a run share them. */
import { afterEach, vi } from 'vitest';
import { queryClient } from '../api/query.ts';
import { currentToasts, dismissToast } from '../ui/feedback/toasts.ts';

export function forgetAll(): void {
  queryClient.clear();
  globalThis.earlyCalls = undefined;
  for (const toast of currentToasts()) dismissToast(toast.id);
}

afterEach(() => {
  forgetAll();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
