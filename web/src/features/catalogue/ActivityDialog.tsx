import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { ReasonDialog } from '../console/ReasonDialog.tsx';
import { strings } from './catalogue.strings.ts';

/** The product or price to be switched on or off, in its current state. */
export type Asked = { kind: 'product' | 'price'; id: string; name: string; active: boolean };

const words = {
  product: { on: strings.activateProductText, off: strings.deactivateProductText },
  price: { on: strings.activatePriceText, off: strings.deactivatePriceText },
};

/** Switches a product or price on or off, with a reason, after saying what that means for subscribers. */
export function ActivityDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { kind, id, name, active } = asked;
  const verb = active ? 'Deactivate' : 'Activate';
  return (
    <ReasonDialog
      title={`${verb} ${name}?`}
      name={`${verb}:${id}`}
      changes={[
        {
          what: 'State',
          before: active ? 'Active' : 'Inactive',
          after: active ? 'Inactive' : 'Active',
        },
      ]}
      confirmLabel={verb}
      fallback={strings.updateFailed}
      onConfirm={async (reason) => {
        const input = { params: { id }, body: { active: !active, reason } };
        if (kind === 'product') await call('PUT /api/admin/stripe/products/:id', input);
        else await call('PUT /api/admin/stripe/prices/:id', input);
        notify.success(`${name} is ${active ? 'inactive' : 'active'} now.`);
        await invalidate('GET /api/admin/stripe/catalog', 'GET /api/products');
      }}
      onClose={onClose}
    >
      {active ? words[kind].off : words[kind].on}
    </ReasonDialog>
  );
}
