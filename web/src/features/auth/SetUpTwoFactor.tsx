import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';

/** The dialog that sets up two-factor; its code is loaded when it opens. */
export const SetUpTwoFactor = lazyDialog(
  async () => (await import('./two-factor/SetupDialog.tsx')).SetupDialog,
);
