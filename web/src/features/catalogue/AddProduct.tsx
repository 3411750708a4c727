import { CATALOGUE_NAME_MAX } from '@drumbeat/contract/billing/catalogue.rules.ts';
import { Textarea, TextInput } from '@mantine/core';
import { z } from 'zod/mini';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { useDraft } from '../../api/useDraft.ts';
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { ReasonDialog } from '../console/ReasonDialog.tsx';
import { strings } from './catalogue.strings.ts';

const empty = { name: '', description: '' };
const productDraft = z.object({ name: z.string(), description: z.string() });

/** Creates a product at Stripe. */
export function AddProduct({ onClose }: { onClose: () => void }) {
  const { value: form, change: setForm, drop } = useDraft('add-product', productDraft, empty);
  const keyOf = useIdempotencyKey();
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  const name = form.name.trim();

  async function save(reason: string): Promise<void> {
    const product = { name, description: form.description.trim() };
    const body = { ...product, reason, idempotency_key: keyOf(product) };
    await call('POST /api/admin/stripe/products', { body });
    notify.success(`${name} added.`);
    await invalidate('GET /api/admin/stripe/catalog');
  }

  return (
    <ReasonDialog
      title={strings.addProduct}
      confirmLabel={strings.addProduct}
      busyLabel="Adding…"
      fallback={strings.createFailed}
      onlyByButton={form.name !== ''}
      isComplete={name !== ''}
      onConfirm={save}
      onClose={() => {
        drop();
        onClose();
      }}
    >
      {(isChecked) => (
        <>
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
        </>
      )}
    </ReasonDialog>
  );
}
