import { useState } from 'react';
import { useCurrentUser } from '../../api/query.ts';
import { SwitchRow } from '../../ui/buttons/SwitchRow.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { SetUpTwoFactor } from './SetUpTwoFactor.tsx';
import { strings } from './two-factor/two-factor.strings.ts';

const DisableDialog = lazyDialog(async () => (await import('./two-factor/DisableDialog.tsx')).DisableDialog);

/** The two-factor switch: it changes only after its dialog has succeeded. */
export function TwoFactorSetting() {
  const { twoFactorEnabled } = useCurrentUser();
  const [dialog, setDialog] = useState<'setup' | 'disable'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <SwitchRow
        label={strings.title}
        description={twoFactorEnabled ? strings.onState : strings.offState}
        checked={twoFactorEnabled}
        onChange={() => setDialog(twoFactorEnabled ? 'disable' : 'setup')}
      />
      {dialog === 'setup' ? <SetUpTwoFactor onClose={close} /> : null}
      {dialog === 'disable' ? <DisableDialog onClose={close} /> : null}
    </>
  );
}
