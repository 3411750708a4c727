import { Button } from '@mantine/core';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { ForgotPassword, useForgotPassword } from './ForgotPassword.tsx';
import { strings } from './reset.strings.ts';

/** The form as a dialog over sign-in, prefilled with the address typed there. */
export function ForgotDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const state = useForgotPassword(email);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={state.sent ? strings.sentTitle : strings.forgotTitle}
      locked={state.request.isPending}
      size={420}
    >
      <ForgotPassword
        state={state}
        actions={
          state.sent ? (
            <Button fullWidth onClick={onClose} data-autofocus>
              {strings.done}
            </Button>
          ) : null
        }
      />
    </Dialog>
  );
}
