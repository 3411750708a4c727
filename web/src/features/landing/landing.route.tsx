import { useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { enlivenLanding, LOADER_MS } from './enliven-landing.ts';
import { LandingPage } from './landing.page.tsx';
import { strings } from './landing.strings.ts';

/** The landing page within the app, for people who return to it, for example after signing out. */
export function LandingRoute() {
  const navigate = useNavigate();
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const page = frame.current?.querySelector<HTMLElement>('[data-landing]');
    return page ? enlivenLanding(page, (path, state) => void navigate(path, { state })) : undefined;
  }, [navigate]);
  return (
    <div ref={frame}>
      <title>{strings.title}</title>
      <LandingPage isReady={performance.now() >= LOADER_MS} />
    </div>
  );
}
