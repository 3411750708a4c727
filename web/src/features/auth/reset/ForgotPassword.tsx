import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { ApiError, requestIdOf } from '../../../api/errors.ts';
import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';
import { TextButton } from '../../../ui/buttons/TextButton.tsx';
import { RequestId } from '../../../ui/feedback/RequestId.tsx';
import { checkResetEmail, tidyEmail } from '../auth.form.ts';
import styles from './reset.module.css';
import { strings } from './reset.strings.ts';

/** The state that the form shares with its container, a card or a dialog. */
export function useForgotPassword(initialEmail: string) {
  const [email, setEmail] = useState(initialEmail);
  const [problem, setProblem] = useState<string | null>(null);
  const request = useMutation({
    mutationFn: (to: string) => call('POST /api/auth/forgot-password', { body: { email: to } }),
    onError: (error) => setProblem(problemOf(error)),
  });
  return { email, setEmail, problem, setProblem, request, sent: request.isSuccess };
}

type State = ReturnType<typeof useForgotPassword>;

/** A rate limit shows the server's own message, which says how long to wait. */
function problemOf(error: unknown): string {
  return error instanceof ApiError && error.status === 429 ? error.message : strings.sendFailed;
}

/** Asks for the address and sends the link; afterwards says that it was sent. */
export function ForgotPassword({ state, actions }: { state: State; actions?: ReactNode }) {
  return state.sent ? <Sent state={state} actions={actions} /> : <Ask state={state} actions={actions} />;
}

function Ask({ state, actions }: { state: State; actions: ReactNode }) {
  const { email, problem, request } = state;
  const field = useRef<HTMLInputElement>(null);
  const errorId = useId();
  function send(event: FormEvent): void {
    event.preventDefault();
    if (request.isPending) return;
    const lack = checkResetEmail(tidyEmail(email));
    state.setProblem(lack);
    if (lack) field.current?.focus();
    else request.mutate(tidyEmail(email));
  }
  return (
    <form className={styles.form} noValidate onSubmit={send}>
      <p className={styles.lead}>{strings.forgotLead}</p>
      <TextInput
        ref={field}
        label={strings.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={email}
        onChange={(event) => {
          state.setEmail(event.currentTarget.value);
          state.setProblem(null);
        }}
        error={problem}
        errorProps={{ id: errorId, role: 'alert' }}
        data-autofocus
      />
      {request.isError && problem ? <RequestId id={requestIdOf(request.error)} /> : null}
      <LoadingButton type="submit" fullWidth loading={request.isPending} loadingLabel={strings.sending}>
        {strings.send}
      </LoadingButton>
      {actions}
    </form>
  );
}

function Sent({ state, actions }: { state: State; actions: ReactNode }) {
  return (
    <div className={styles.form} role="status">
      <span className={styles.mark}>
        <MailCheck size={22} aria-hidden />
      </span>
      <p>{strings.sent(tidyEmail(state.email))}</p>
      <p className={styles.lead}>{strings.sentHint}</p>
      <TextButton onClick={() => state.request.reset()}>{strings.otherEmail}</TextButton>
      {actions}
    </div>
  );
}

/** The form as its own screen, for people who open the path without an emailed link. */
export function ForgotCard({ email, onBack }: { email: string; onBack: () => void }) {
  const state = useForgotPassword(email);
  return (
    <>
      <h1>{state.sent ? strings.sentTitle : strings.forgotTitle}</h1>
      <ForgotPassword
        state={state}
        actions={<TextButton onClick={onBack}>{strings.backToSignIn}</TextButton>}
      />
    </>
  );
}
