import { lazyDialog } from '../../ui/lazy-dialog.tsx';

/** The dialog that sets two-factor up; its code comes when it is opened. */
export const SetUpTwoFactor = lazyDialog(
  async () => (await import('./two-factor/SetupDialog.tsx')).SetupDialog,
);
