import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { strings } from './change-password/change-password.strings.ts';

const ChangePasswordDialog = lazyDialog(
  async () => (await import('./change-password/ChangePasswordDialog.tsx')).ChangePasswordDialog,
);

/** The button that opens the password change. */
export function ChangePassword() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" {...ChangePasswordDialog.near} onClick={() => setOpen(true)}>
        {strings.title}
      </Button>
      {open ? <ChangePasswordDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
