import { call } from '../../../api/client.ts';
import { rememberUser } from '../../../api/query.ts';
import { notify } from '../../../ui/feedback/toasts.ts';
import { ConfirmIdentityDialog } from '../ConfirmIdentityDialog.tsx';
import { strings } from './two-factor.strings.ts';

/** Turns off two-factor, with the password and either kind of code. */
export function DisableDialog({ onClose }: { onClose: () => void }) {
  async function disable(proof: { password: string; code: string | undefined }): Promise<void> {
    const { password, code = '' } = proof;
    const { user } = await call('POST /api/2fa/disable', { body: { password, code } });
    rememberUser(user);
    notify.success(strings.nowOff);
  }
  return (
    <ConfirmIdentityDialog
      title={strings.disableTitle}
      keepLabel={strings.keepOn}
      confirmLabel={strings.disable}
      confirmingLabel={strings.disabling}
      withCode
      confirm={disable}
      onClose={onClose}
    >
      <p>{strings.disableLead}</p>
    </ConfirmIdentityDialog>
  );
}
