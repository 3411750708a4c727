import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query.ts';

/** A setup is fetched once, when the dialog opens, and forgotten when it closes: it holds secrets. */
const once = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
} as const;

/** The secret and backup codes of a new setup, and the QR code that our server draws of it. */
export function useSetup() {
  const setup = useQuery({
    queryKey: queryKeys.twoFactorSetup,
    queryFn: () => call('POST /api/2fa/setup'),
    ...once,
  });
  const otpauthUrl = setup.data?.qrCode;
  const picture = useQuery({
    queryKey: queryKeys.twoFactorQr,
    queryFn: () => call('POST /api/2fa/qr-code', { body: { otpauthUrl: otpauthUrl ?? '' } }),
    enabled: otpauthUrl !== undefined,
    ...once,
  });
  return { setup, picture };
}

export type Picture = ReturnType<typeof useSetup>['picture'];
