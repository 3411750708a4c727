import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { requestIdOf } from '../../api/errors.ts';
import { rememberUser, useCurrentUser } from '../../api/query.ts';
import { Section } from '../../ui/Section.tsx';
import { notify } from '../../ui/toasts.ts';
import styles from './settings.module.css';
import { strings } from './settings.strings.ts';

/** The consent to marketing mail: it moves at once, and back where the server does not take it. */
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
      <Switch
        size="md"
        labelPosition="left"
        label={strings.consent}
        description={strings.consentLead}
        checked={save.isPending ? save.variables : user.emailConsent}
        onChange={(event) => {
          if (!save.isPending) save.mutate(event.currentTarget.checked);
        }}
        classNames={{
          root: styles.switch ?? '',
          body: styles.switchBody ?? '',
          labelWrapper: styles.switchWords ?? '',
          label: styles.name ?? '',
          description: styles.words ?? '',
        }}
      />
    </Section>
  );
}
