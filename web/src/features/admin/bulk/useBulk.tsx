import { BULK_PEOPLE_MAX } from '@drumbeat/contract/admin/bulk.rules.ts';
import type { ReactNode } from 'react';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { type Chosen, useChosen } from '../../console/list/useChosen.ts';
import { useStaff } from '../../console/staff.query.ts';
import { actionsFor } from './bulk.rules.ts';

const BulkActions = lazyDialog(async () => (await import('./BulkActions.tsx')).BulkActions, {
  waiting: null,
});

/** The selection in a list of customers and its action bar; both null for staff without bulk actions. */
export function useBulk(): { chosen: Chosen | null; bar: ReactNode } {
  const chosen = useChosen(BULK_PEOPLE_MAX);
  const actions = actionsFor(useStaff().data?.roles ?? []);
  if (actions.length === 0) return { chosen: null, bar: null };
  return { chosen, bar: chosen.ids.size > 0 ? <BulkActions chosen={chosen} actions={actions} /> : null };
}
