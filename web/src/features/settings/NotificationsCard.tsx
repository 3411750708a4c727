import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { requestIdOf } from '../../api/errors.ts';
import { rememberUser, useCurrentUser } from '../../api/query.ts';
import { Section } from '../../ui/Section.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { notify } from '../../ui/toasts.ts';
import { strings } from './settings.strings.ts';

/** The consent to marketing email: shown at once, undone if the server refuses. */
export function NotificationsCard() {
  const user = useCurrentUser();
  const save = useMutation({
    mutationFn: (emailConsent: boolean) => call('PATCH /api/user/preferences', { body: { emailConsent } }),
    onSuccess(updated) {
      rememberUser(updated);
      notify.success(updated.emailConsent ? strings.consentOn : strings.consentOff);
    },
    onError: (error) => notify.error(strings.consentFailed, { requestId: requestIdOf(error) }),
  });
  return (
    <Section title={strings.notifications}>
      <SwitchRow
        label={strings.consent}
        description={strings.consentLead}
        checked={save.isPending ? save.variables : user.emailConsent}
        onChange={(consent) => {
          if (!save.isPending) save.mutate(consent);
        }}
      />
    </Section>
  );
}
