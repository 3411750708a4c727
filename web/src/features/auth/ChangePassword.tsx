import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { strings } from './change-password/change-password.strings.ts';

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('./change-password/ChangePasswordDialog.tsx')).ChangePasswordDialog,
}));

/** The button that opens the change of password. */
export function ChangePassword() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {strings.title}
      </Button>
      <Suspense>{open ? <ChangePasswordDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
