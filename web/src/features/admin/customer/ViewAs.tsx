import type { CustomerOverview } from '@drumbeat/contract/admin/admin.ts';
import { staffMay } from '@drumbeat/contract/staff.ts';
import { Button } from '@mantine/core';
import { Eye } from 'lucide-react';
import { useMay } from '../../console/staff.query.ts';
import { beginView } from './begin-view.ts';
import { useAsk } from './CustomerActions.tsx';
import { strings } from './customer.strings.ts';

/** Opens the customer's view in another tab. Staff accounts cannot be viewed. */
export function ViewAs({ user }: { user: Pick<CustomerOverview, 'id' | 'roles'> }) {
  const ask = useAsk();
  const mayView = useMay('POST /api/admin/users/:id/view-as');
  if (!mayView || staffMay(user.roles, 'GET /api/admin/me/roles')) return null;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Eye size={16} aria-hidden />}
      onClick={() =>
        ask({
          title: strings.viewTitle,
          text: strings.viewText,
          confirmLabel: strings.viewConfirm,
          fallback: strings.viewFailed,
          run: (reason) => beginView(user.id, reason),
        })
      }
    >
      {strings.viewAs}
    </Button>
  );
}
