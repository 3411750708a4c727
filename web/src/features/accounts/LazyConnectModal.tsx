import { lazyDialog } from '../../ui/lazy-dialog.tsx';

export const ConnectModal = lazyDialog(async () => (await import('./ConnectModal.tsx')).ConnectModal);
