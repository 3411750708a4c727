import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';

export const ConnectModal = lazyDialog(async () => (await import('./ConnectModal.tsx')).ConnectModal);
