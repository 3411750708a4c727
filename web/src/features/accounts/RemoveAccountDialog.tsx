/** Asks for confirmation before an account is removed, and names what is lost with it. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { accountsStrings as strings } from './accounts.strings.ts';
import { useRemoveAccount } from './useAccountActions.ts';

type Props = {
  account: XAccount;
  /** How many posts would be deleted; undefined until known. */
  unpublished: number | undefined;
  opened: boolean;
  onClose: () => void;
};

export function RemoveAccountDialog({ account, unpublished, opened, onClose }: Props) {
  const remove = useRemoveAccount();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={strings.removeTitle(account.username)}
      confirmLabel={strings.removeConfirm}
      cancelLabel={strings.removeKeep}
      onConfirm={() => remove.mutateAsync(account)}
    >
      <p>{strings.removeLoss(unpublished)}</p>
      <p>{strings.removeRest}</p>
      {remove.error ? <p role="alert">{strings.removeFailed}</p> : null}
    </ConfirmDialog>
  );
}
