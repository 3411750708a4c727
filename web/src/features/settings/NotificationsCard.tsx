import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { requestIdOf } from '../../api/errors.ts';
import { rememberUser, useCurrentUser } from '../../api/query.ts';
import { SwitchRow } from '../../ui/buttons/SwitchRow.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { Section } from '../../ui/layout/Section.tsx';
import { strings } from './settings.strings.ts';

/** The emails that a person can switch off. A choice shows at once and is reverted if refused. */
export function NotificationsCard() {
  return (
    <Section title={strings.notifications}>
      <Choice name="weeklySummary" words={strings.summary} />
      <Choice name="emailConsent" words={strings.consent} />
    </Section>
  );
}

type Words = Record<'label' | 'lead' | 'on' | 'off', string>;

function Choice({ name, words }: { name: 'emailConsent' | 'weeklySummary'; words: Words }) {
  const user = useCurrentUser();
  const save = useMutation({
    mutationFn: (wanted: boolean) => call('PATCH /api/user/preferences', { body: { [name]: wanted } }),
    onSuccess(updated) {
      rememberUser(updated);
      notify.success(updated[name] ? words.on : words.off);
    },
    onError: (error) => notify.error(strings.consentFailed, { requestId: requestIdOf(error) }),
  });
  return (
    <SwitchRow
      label={words.label}
      description={words.lead}
      checked={save.isPending ? save.variables : user[name]}
      onChange={(wanted) => {
        if (!save.isPending) save.mutate(wanted);
      }}
    />
  );
}
