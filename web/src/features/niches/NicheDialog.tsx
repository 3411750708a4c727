import type { StaffNiche } from '@drumbeat/contract/niches/niches.admin.ts';
import { TextInput } from '@mantine/core';
import { z } from 'zod/mini';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { useDraft } from '../../api/useDraft.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { digitsOf } from '../console/list/digits.ts';
import { ReasonDialog } from '../console/ReasonDialog.tsx';
import { strings } from './niches.admin.strings.ts';

/** The action that staff chose for a niche. */
export type Asked = { what: 'count' | 'activity' | 'deletion'; niche: StaffNiche };

type Props = { niche: StaffNiche; onClose: () => void };

/** Asks for the reason of a change to one niche. */
export function NicheDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const props = { niche: asked.niche, onClose };
  if (asked.what === 'count') return <CountDialog {...props} />;
  return asked.what === 'activity' ? <ActivityDialog {...props} /> : <DeletionDialog {...props} />;
}

async function update(
  niche: StaffNiche,
  body: { selection_count?: number; is_active?: boolean; reason: string },
): Promise<void> {
  await call('PUT /api/admin/niches/:id', { params: { id: niche.id }, body });
  notify.success(`${niche.name} saved.`);
  await invalidate('GET /api/admin/niches');
}

function CountDialog({ niche, onClose }: Props) {
  const saved = String(niche.selection_count);
  const count = useDraft(`niche-count:${niche.id}`, z.string(), saved);
  const next = Number(count.value);
  return (
    <ReasonDialog
      title={`Selection count of ${niche.name}`}
      name={`niche-count:${niche.id}`}
      changes={[{ what: strings.count, before: saved, after: String(next) }]}
      confirmLabel="Save"
      fallback={strings.updateFailed}
      onConfirm={(reason) => update(niche, { selection_count: next, reason })}
      onClose={() => {
        count.drop();
        onClose();
      }}
    >
      <TextInput
        label={strings.count}
        description={strings.countHelp}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        inputMode="numeric"
        maxLength={9}
        value={count.value}
        onChange={(event) => count.change(digitsOf(event.currentTarget.value))}
      />
    </ReasonDialog>
  );
}

function ActivityDialog({ niche, onClose }: Props) {
  const wasActive = niche.is_active;
  const verb = wasActive ? 'Deactivate' : 'Activate';
  return (
    <ReasonDialog
      title={`${verb} ${niche.name}?`}
      name={`niche-activity:${niche.id}`}
      confirmLabel={verb}
      fallback={strings.updateFailed}
      onConfirm={(reason) => update(niche, { is_active: !wasActive, reason })}
      onClose={onClose}
    >
      {wasActive ? strings.deactivateText : strings.activateText}
    </ReasonDialog>
  );
}

function DeletionDialog({ niche, onClose }: Props) {
  return (
    <ReasonDialog
      title={`Delete ${niche.name}?`}
      name={`niche-deletion:${niche.id}`}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      fallback={strings.deleteFailed}
      danger
      onConfirm={async (reason) => {
        const { message } = await call('DELETE /api/admin/niches/:id', {
          params: { id: niche.id },
          body: { reason },
        });
        notify.success(message);
        await invalidate('GET /api/admin/niches');
      }}
      onClose={onClose}
    >
      {strings.deleteText}
    </ReasonDialog>
  );
}
