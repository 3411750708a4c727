import type { User } from '@drumbeat/contract/users/users.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { requestIdOf, serverMessageOf } from '../../api/errors.ts';
import { rememberUser, useCurrentUser } from '../../api/query.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { Section } from '../../ui/layout/Section.tsx';
import { dayPhrase } from '../../ui/time/time.ts';
import { refreshAfterAccountChange } from '../accounts/accounts.query.ts';
import { NichePicker } from '../auth/NichePicker.tsx';
import { RequestNiche } from './RequestNiche.tsx';
import styles from './settings.module.css';
import { changesLeftText, maySaveNiche, seesSuggestions } from './settings.rules.ts';
import { strings } from './settings.strings.ts';

function leftOf({ nicheUpdateRemaining, nicheUpdatePeriodEnd: end, timeZone }: User): string | undefined {
  return changesLeftText(nicheUpdateRemaining, end && dayPhrase(Date.parse(end), timeZone, Date.now()));
}

/** The niche of the person and of the selected X account; the number of changes is limited. */
export function NicheCard() {
  const user = useCurrentUser();
  const [chosen, setChosen] = useState(user.niche);
  const save = useMutation({
    mutationFn: (niche: string) => call('PATCH /api/user', { body: { niche } }),
    onSuccess(updated) {
      rememberUser(updated);
      setChosen(updated.niche);
      void refreshAfterAccountChange();
      const left = leftOf(updated);
      notify.success(left ? `${strings.nicheUpdated} ${left}` : strings.nicheUpdated);
    },
    onError: (error) =>
      notify.error(serverMessageOf(error, strings.nicheFailed), { requestId: requestIdOf(error) }),
  });
  const left = user.subscriptionStatus === 'canceled' ? strings.nicheCanceled : leftOf(user);
  return (
    <Section title={strings.niche}>
      <NichePicker
        label={strings.nicheNow}
        value={chosen}
        onChange={setChosen}
        help={strings.nicheHelp}
        none={strings.nicheNone}
        suggest={seesSuggestions(user)}
      />
      <RequestNiche />
      <div className={styles.row}>
        <p className={styles.words}>{left}</p>
        <LoadingButton
          disabled={!maySaveNiche(user, chosen)}
          loading={save.isPending}
          loadingLabel={strings.nicheSaving}
          onClick={() => save.mutate(chosen)}
        >
          {strings.nicheSave}
        </LoadingButton>
      </div>
    </Section>
  );
}
