import { RESEND_WAIT_SECONDS } from '@drumbeat/contract/auth/auth.rules.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { requestIdOf } from '../../api/errors.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { markVerificationSent } from '../auth/verification-sent.ts';
import { describeSendFailure } from './verify-email.rules.ts';
import { strings } from './verify-email.strings.ts';

/** Sends the verification email again and reports the result. */
export function useResend(user: User, onSent?: () => void) {
  return useMutation({
    mutationFn: () => call('POST /api/auth/resend-verification'),
    onSuccess: () => {
      markVerificationSent(user.id);
      notify.success(strings.resent);
      onSent?.();
    },
    onError: (error) =>
      notify.error(describeSendFailure(strings.resendFailed, error), { requestId: requestIdOf(error) }),
  });
}

/** Seconds until an email may be sent again; by the clock, because timers lag in background tabs. */
export function useCountdown(from = RESEND_WAIT_SECONDS): {
  left: number;
  restart: () => void;
  skip: () => void;
} {
  const [until, setUntil] = useState(() => Date.now() + from * 1000);
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  function wait(seconds: number): void {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  }
  return { left, restart: () => wait(from), skip: () => wait(0) };
}
