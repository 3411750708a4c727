import { NICHE_NAME_MAX } from '@drumbeat/contract/niches/niches.rules.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { z } from 'zod/mini';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { useDraft } from '../../api/useDraft.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { ReasonDialog } from '../console/ReasonDialog.tsx';
import { strings } from './niches.admin.strings.ts';

const empty = { name: '', slug: '', isActive: true };
const nicheDraft = z.object({ name: z.string(), slug: z.string(), isActive: z.boolean() });

/** Adds a niche; a refusal by the server is shown in the form. */
export function AddNiche({ onClose }: { onClose: () => void }) {
  const { value: form, change: setForm, drop } = useDraft('add-niche', nicheDraft, empty);
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  const name = form.name.trim();

  async function save(reason: string): Promise<void> {
    const body = { name, slug: form.slug.trim(), is_active: form.isActive, reason };
    await call('POST /api/admin/niches', { body });
    notify.success(`${name} added.`);
    await invalidate('GET /api/admin/niches');
  }

  return (
    <ReasonDialog
      title={strings.add}
      confirmLabel={strings.add}
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
        </>
      )}
    </ReasonDialog>
  );
}
