import { NICHE_NAME_MAX } from '@drumbeat/contract/niches.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { notify } from '../../ui/toasts.ts';
import { ReasonField, reasonFault } from '../console/ReasonField.tsx';
import { StaffError } from '../console/StaffError.tsx';
import { strings } from './niches.admin.strings.ts';

/** Adds a niche; what the server refuses is said in the form. */
export function AddNiche({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState({ name: '', slug: '', isActive: true, reason: '' });
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  const name = form.name.trim();

  async function save(): Promise<void> {
    setChecked(true);
    if (!name || reasonFault(form.reason)) return;
    setBusy(true);
    setError(null);
    const body = { name, slug: form.slug.trim(), is_active: form.isActive, reason: form.reason.trim() };
    try {
      await call('POST /api/admin/niches', { body });
      notify.success(`${name} added.`);
      await invalidate('GET /api/admin/niches');
      onClose();
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={strings.add}
      submitLabel={strings.add}
      busyLabel="Adding…"
      busy={isBusy}
      onlyByButton={form.name !== ''}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextInput
        label={strings.name}
        maxLength={NICHE_NAME_MAX}
        value={form.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={isChecked && !name ? strings.nameMissing : null}
      />
      <TextInput
        label={strings.slug}
        description={strings.slugHelp}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        value={form.slug}
        onChange={(event) => change({ slug: event.currentTarget.value })}
      />
      <Checkbox
        label={strings.isActive}
        checked={form.isActive}
        onChange={(event) => change({ isActive: event.currentTarget.checked })}
      />
      <ReasonField value={form.reason} onChange={(reason) => change({ reason })} isChecked={isChecked} />
      {error !== null ? <StaffError error={error} fallback={strings.createFailed} /> : null}
    </FormDialog>
  );
}
