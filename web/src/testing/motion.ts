import { vi } from 'vitest';

/** Runs of screens ask for less motion; a test of what moves by itself says whether its person does. */
export function ownMotion(own: { isReduced: boolean } = { isReduced: false }): { isReduced: boolean } {
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (query: string) => {
    const list = matchMedia(query);
    if (query.includes('reduced-motion'))
      Object.defineProperty(list, 'matches', { get: () => own.isReduced });
    return list;
  });
  return own;
}
