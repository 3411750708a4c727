import { CATALOGUE_NAME_MAX } from '@drumbeat/contract/billing.admin.ts';
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { notify } from '../../ui/toasts.ts';
import { ReasonField, reasonFault } from '../console/ReasonField.tsx';
import { StaffError } from '../console/StaffError.tsx';
import { strings } from './catalogue.strings.ts';
import { useWish } from './useWish.ts';

/** Creates a product at Stripe. */
export function AddProduct({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState({ name: '', description: '', reason: '' });
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const keyOfWish = useWish();
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  const name = form.name.trim();

  async function save(): Promise<void> {
    setChecked(true);
    if (!name || reasonFault(form.reason)) return;
    setBusy(true);
    setError(null);
    const wish = { name, description: form.description.trim() };
    const body = { ...wish, reason: form.reason.trim(), idempotency_key: keyOfWish(wish) };
    try {
      await call('POST /api/admin/stripe/products', { body });
      notify.success(`${name} added.`);
      await invalidate('GET /api/admin/stripe/catalog');
      onClose();
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={strings.addProduct}
      submitLabel={strings.addProduct}
      busyLabel="Adding…"
      busy={isBusy}
      onlyByButton={form.name !== ''}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextInput
        label={strings.name}
        maxLength={CATALOGUE_NAME_MAX}
        value={form.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={isChecked && !name ? strings.nameMissing : null}
      />
      <Textarea
        label={strings.description}
        maxLength={1000}
        autosize
        minRows={2}
        maxRows={6}
        value={form.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <ReasonField value={form.reason} onChange={(reason) => change({ reason })} isChecked={isChecked} />
      {error !== null ? <StaffError error={error} fallback={strings.createFailed} /> : null}
    </FormDialog>
  );
}
