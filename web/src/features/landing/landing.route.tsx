import { useNavigate } from 'react-router';
import { LeaveContext } from './Leave.tsx';
import { LandingPage } from './landing.page.tsx';

/** The landing page inside the app, for people who return to it: after signing out, or not yet verified. */
export function LandingRoute() {
  const navigate = useNavigate();
  return (
    <LeaveContext value={(path, state) => void navigate(path, { state })}>
      <LandingPage />
    </LeaveContext>
  );
}
