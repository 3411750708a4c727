import { WINDOW_MESSAGE_MAX } from '@drumbeat/contract/maintenance/maintenance.rules.ts';
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { z } from 'zod/mini';
import { call } from '../../api/client.ts';
import { useDraft } from '../../api/useDraft.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import styles from './maintenance.module.css';
import { type WindowForm, windowFaults, windowOf } from './window.rules.ts';

const empty: WindowForm = { start: '', end: '', message: '', holdsPublishing: false };
const windowDraft = z.object({
  start: z.string(),
  end: z.string(),
  message: z.string(),
  holdsPublishing: z.boolean(),
});
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Plans a window. Input is kept if the server refuses it and when the session ends. */
export function ScheduleWindow({ onScheduled }: { onScheduled: () => Promise<void> }) {
  const { value: form, change: setForm, discard } = useDraft('maintenance-window', windowDraft, empty);
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const faults = isChecked ? windowFaults(form, Date.now()) : {};

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setChecked(true);
    if (isBusy || Object.keys(windowFaults(form, Date.now())).length > 0) return;
    setBusy(true);
    try {
      await call('POST /api/maintenance/schedule', { body: windowOf(form) });
      discard();
      setChecked(false);
      notify.success('Maintenance scheduled.');
      await onScheduled();
    } catch {
      // The specification requires that no error is shown; the input is kept.
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => void onSubmit(event)}
      noValidate
      aria-label="Schedule maintenance"
    >
      <TextInput
        type="datetime-local"
        label="Starts"
        description={`In ${zone}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        value={form.start}
        onChange={(event) => setForm({ ...form, start: event.currentTarget.value })}
        error={faults.start}
      />
      <TextInput
        type="datetime-local"
        label="Ends (optional)"
        description="Without an end, it lasts until you cancel it."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        value={form.end}
        onChange={(event) => setForm({ ...form, end: event.currentTarget.value })}
        error={faults.end}
      />
      <Textarea
        className={styles.message}
        label="Message (optional)"
        description="Shown to customers instead of the default message."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        value={form.message}
        maxLength={WINDOW_MESSAGE_MAX}
        onChange={(event) => setForm({ ...form, message: event.currentTarget.value })}
        autosize
        minRows={1}
        maxRows={4}
      />
      <Checkbox
        className={styles.hold}
        label="Hold posts during the window"
        description="Posts that come due then move to each account's next free times. Otherwise, they go out as planned."
        checked={form.holdsPublishing}
        onChange={(event) => setForm({ ...form, holdsPublishing: event.currentTarget.checked })}
      />
      <LoadingButton type="submit" loading={isBusy} className={styles.submit}>
        Schedule
      </LoadingButton>
    </form>
  );
}
