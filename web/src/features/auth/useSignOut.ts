import { useNavigate } from 'react-router';
import { call } from '../../api/client.ts';
import { endSession } from '../../api/query.ts';

/** Ends the session here at once and on the server without waiting for it; then navigates to `to`. */
export function useSignOut(): (to: string) => Promise<void> {
  const navigate = useNavigate();
  return async (to) => {
    // Sent before the token is deleted, because the request needs it.
    const revoked = call('POST /api/auth/signout').catch(() => undefined);
    endSession('signed-out');
    await navigate(to, { replace: true });
    await revoked;
  };
}
