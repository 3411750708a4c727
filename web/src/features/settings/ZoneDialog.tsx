import type { ZoneChoice } from '@drumbeat/contract/users/users.ts';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../api/client.ts';
import { serverMessageOf } from '../../api/errors.ts';
import { invalidate, rememberUser } from '../../api/query.ts';
import { useOfflineWait } from '../../api/useOfflineWait.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { Problem } from '../auth/Problem.tsx';
import styles from './settings.module.css';
import { zoneCity } from './zone.rules.ts';
import { strings } from './zone.strings.ts';

/** Asks what happens to planned posts, and changes the time zone. */
export function ZoneDialog({ zone, onClose }: { zone: string; onClose: () => void }) {
  const name = useId();
  const city = zoneCity(zone);
  const [posts, setPosts] = useState<ZoneChoice>('moments');
  const save = useMutation({
    mutationFn: () => call('PATCH /api/user/preferences', { body: { timeZone: zone, posts } }),
    onSuccess({ postsMoved = 0, ...user }) {
      rememberUser(user);
      void invalidate('GET /api/posts');
      notify.success(strings.saved(city, postsMoved));
      onClose();
    },
  });
  const wait = useOfflineWait(save);
  const choices = [
    { value: 'moments', label: strings.moments, help: strings.momentsHelp },
    { value: 'clock_times', label: strings.clockTimes, help: strings.clockTimesHelp(city) },
  ] as const;
  return (
    <FormDialog
      title={strings.title(city)}
      submitLabel={strings.save}
      busyLabel={strings.saving}
      busy={save.isPending}
      waiting={wait.isWaiting}
      onSubmit={() => save.mutate()}
      onClose={() => {
        wait.cancel();
        onClose();
      }}
    >
      <fieldset className={styles.choices}>
        <legend>{strings.question}</legend>
        {choices.map(({ value, label, help }) => (
          <label key={value} className={styles.zoneDialogChoice}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={posts === value}
              onChange={() => setPosts(value)}
            />
            <span>
              <span className={styles.choiceName}>{label}</span>
              <span className={styles.choiceHelp}>{help}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Problem
        message={save.error ? serverMessageOf(save.error, strings.failed) : undefined}
        error={save.error}
      />
    </FormDialog>
  );
}
