import { vi } from 'vitest';

/** Screen tests run with reduced motion; a test of animations sets the preference itself. */
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
