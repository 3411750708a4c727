import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { queryOf } from '../../../api/query.ts';
import { useOnce } from '../../../ui/useOnce.ts';
import type { PasswordProof } from './usePasswordProof.ts';

/** A setup starts when the dialog opens; it is not cached after closing, because it holds secrets. */
const forgotten = { gcTime: 0 } as const;

/** The secret and backup codes of a new setup, and its QR code as drawn by our server. */
export function useSetup(proof: PasswordProof) {
  const setup = useMutation({
    mutationFn: () => call('POST /api/2fa/setup', { body: proof.body }),
    onError: (error) => proof.takes(error),
    ...forgotten,
  });
  useOnce(() => setup.mutate());
  const otpauthUrl = setup.data?.qrCode;
  const picture = useQuery({
    ...queryOf('POST /api/2fa/qr-code', { body: { otpauthUrl: otpauthUrl ?? '' } }),
    enabled: otpauthUrl !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    ...forgotten,
  });
  return { setup, picture };
}

export type Picture = ReturnType<typeof useSetup>['picture'];
