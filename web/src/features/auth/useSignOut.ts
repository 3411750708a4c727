import { useNavigate } from 'react-router';
import { call } from '../../api/client.ts';
import { endSession } from '../../api/query.ts';

/** Ends the session, here at once and on the server as well as it can be reached, and goes to `to`. */
export function useSignOut(): (to: string) => Promise<void> {
  const navigate = useNavigate();
  return async (to) => {
    // The request leaves with the token before the token is forgotten.
    const revoked = call('POST /api/auth/signout').catch(() => undefined);
    endSession('signed-out');
    await navigate(to, { replace: true });
    await revoked;
  };
}
