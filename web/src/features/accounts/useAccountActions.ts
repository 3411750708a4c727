import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { accountsQuery, queryClient } from '../../api/query.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { refreshAfterAccountChange, rememberAccount } from './accounts.query.ts';
import { accountsStrings } from './accounts.strings.ts';

/** Selects an account (optimistically), disconnects it (after confirmation) and reloads its picture. */
export function useAccountActions() {
  const select = useMutation({
    mutationFn: (account: XAccount) =>
      call('PUT /api/twitter/accounts/:id', { params: { id: account.id }, body: { selected: true } }),
    onMutate: async (account) => {
      await queryClient.cancelQueries({ queryKey: accountsQuery.queryKey });
      const before = queryClient.getQueryData(accountsQuery.queryKey);
      rememberAccount({ ...account, selected: true });
      return { before };
    },
    onError: (error, _account, context) => {
      if (context?.before) queryClient.setQueryData(accountsQuery.queryKey, context.before);
      notify.error(describeError(error, 'The account could not be selected.'), {
        requestId: requestIdOf(error),
      });
    },
    onSuccess: ({ account }) => rememberAccount(account),
  });

  const switchOn = useMutation({
    mutationFn: (account: XAccount) =>
      call('PUT /api/twitter/accounts/:id', { params: { id: account.id }, body: { is_active: true } }),
    onSuccess: async ({ account }) => {
      rememberAccount(account);
      notify.success(accountsStrings.switchedOn(account.username));
      await refreshAfterAccountChange();
    },
    onError: (error) =>
      notify.error(describeError(error, accountsStrings.switchOnFailed), { requestId: requestIdOf(error) }),
  });

  const disconnect = useMutation({
    mutationFn: (account: XAccount) =>
      call('POST /api/oauth/x/disconnect', { body: { twitterAccountId: account.id } }),
    onSuccess: async () => {
      notify.success(accountsStrings.disconnected);
      await refreshAfterAccountChange();
    },
    onError: (error) => notify.error(accountsStrings.disconnectFailed, { requestId: requestIdOf(error) }),
  });

  const refreshPicture = useMutation({
    mutationFn: () => call('POST /api/twitter/profile/refresh'),
    onSuccess: ({ account }) => {
      rememberAccount(account);
      notify.success(accountsStrings.pictureRefreshed);
    },
    onError: (error) => notify.error(accountsStrings.pictureFailed, { requestId: requestIdOf(error) }),
  });

  return {
    switchOn: (account: XAccount) => switchOn.mutate(account),
    select: (account: XAccount) => select.mutate(account),
    disconnect: (account: XAccount) => {
      if (window.confirm(accountsStrings.confirmDisconnect(account.username))) disconnect.mutate(account);
    },
    refreshPicture: () => refreshPicture.mutate(),
  };
}

/** Removes an account with its unpublished posts; the server returns how many there were. */
export function useRemoveAccount() {
  return useMutation({
    mutationFn: (account: XAccount) =>
      call('DELETE /api/twitter/accounts/:id', { params: { id: account.id } }),
    onSuccess: async ({ message }) => {
      notify.success(message);
      await refreshAfterAccountChange();
    },
  });
}
