import { Switch } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useCurrentUser } from '../../api/query.ts';
import styles from './TwoFactorSetting.module.css';
import { strings } from './two-factor/two-factor.strings.ts';

const SetupDialog = lazy(async () => ({
  default: (await import('./two-factor/SetupDialog.tsx')).SetupDialog,
}));
const DisableDialog = lazy(async () => ({
  default: (await import('./two-factor/DisableDialog.tsx')).DisableDialog,
}));

/** The toggle of two-factor authentication: it moves once the dialog that it opens has done its work. */
export function TwoFactorSetting() {
  const { twoFactorEnabled } = useCurrentUser();
  const [dialog, setDialog] = useState<'setup' | 'disable'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Switch
        size="md"
        labelPosition="left"
        label={strings.title}
        description={twoFactorEnabled ? strings.onState : strings.offState}
        checked={twoFactorEnabled}
        onChange={() => setDialog(twoFactorEnabled ? 'disable' : 'setup')}
        classNames={{
          root: styles.root ?? '',
          body: styles.body ?? '',
          labelWrapper: styles.words ?? '',
          label: styles.label ?? '',
          description: styles.description ?? '',
        }}
      />
      <Suspense>
        {dialog === 'setup' ? <SetupDialog onClose={close} /> : null}
        {dialog === 'disable' ? <DisableDialog onClose={close} /> : null}
      </Suspense>
    </>
  );
}
