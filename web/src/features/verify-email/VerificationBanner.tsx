import type { User } from '@drumbeat/contract/users/users.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { useResend } from './useResend.ts';
import { strings } from './verify-email.strings.ts';

/** Shown across the top of every screen in the shell while the address is not verified. */
export function VerificationBanner({ user }: { user: User }) {
  const resend = useResend(user);
  const button = (
    <LoadingButton variant="default" size="sm" loading={resend.isPending} onClick={() => resend.mutate()}>
      {strings.resend}
    </LoadingButton>
  );
  return (
    <Banner tone="warning" action={button}>
      {strings.bannerText}
    </Banner>
  );
}
