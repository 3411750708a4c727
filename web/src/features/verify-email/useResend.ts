import { RESEND_WAIT_SECONDS } from '@drumbeat/contract/auth.rules.ts';
import type { User } from '@drumbeat/contract/users.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { messageOf, requestIdOf } from '../../api/errors.ts';
import { notify } from '../../ui/toasts.ts';
import { markVerificationSent } from './sent.ts';
import { strings } from './verify-email.strings.ts';

/** Sends the verification mail again and says how it went. */
export function useResend(user: User, onSent?: () => void) {
  return useMutation({
    mutationFn: () => call('POST /api/auth/resend-verification'),
    onSuccess: () => {
      markVerificationSent(user.id);
      notify.success(strings.resent);
      onSent?.();
    },
    onError: (error) =>
      notify.error(messageOf(error, strings.resendFailed), { requestId: requestIdOf(error) }),
  });
}

/** Seconds until a mail may be sent again; `restart` begins the wait anew. */
export function useCountdown(from = RESEND_WAIT_SECONDS): {
  left: number;
  restart: () => void;
  skip: () => void;
} {
  const [left, setLeft] = useState(from);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return { left, restart: () => setLeft(from), skip: () => setLeft(0) };
}
