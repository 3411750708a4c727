import type { CatalogueProduct } from '@drumbeat/contract/billing/billing.admin.ts';
import { priceIntervals, taxBehaviors } from '@drumbeat/contract/billing/catalogue.rules.ts';
import { z } from 'zod/mini';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { useDraft } from '../../api/useDraft.ts';
import { useWish } from '../../api/useWish.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { ReasonDialog } from '../console/ReasonDialog.tsx';
import { strings } from './catalogue.strings.ts';
import { PriceFields } from './PriceFields.tsx';
import { emptyPrice, priceFaults, priceOf, termsText } from './price-form.rules.ts';

type Props = { products: readonly CatalogueProduct[]; productId: string; onClose: () => void };

const priceDraft = z.object({
  productId: z.string(),
  amount: z.string(),
  currency: z.string(),
  interval: z.enum(priceIntervals),
  intervalCount: z.string(),
  tax: z.enum(taxBehaviors),
  trialDays: z.string(),
});

/** Creates a price at Stripe. */
export function AddPrice({ products, productId, onClose }: Props) {
  const draft = useDraft(`add-price:${productId}`, priceDraft, { ...emptyPrice, productId });
  const form = draft.value;
  const keyOfWish = useWish();
  const faults = priceFaults(form);

  async function save(reason: string): Promise<void> {
    const wish = priceOf(form);
    const body = { ...wish, reason, idempotency_key: keyOfWish(wish) };
    await call('POST /api/admin/stripe/prices', { body });
    notify.success(`${termsText(wish)} added.`);
    await invalidate('GET /api/admin/stripe/catalog', 'GET /api/products');
  }

  return (
    <ReasonDialog
      title={strings.addPrice}
      name={`add-price:${productId}`}
      confirmLabel={strings.addPrice}
      busyLabel="Adding…"
      fallback={strings.createFailed}
      onlyByButton={form.amount !== ''}
      isComplete={Object.keys(faults).length === 0}
      onConfirm={save}
      onClose={() => {
        draft.drop();
        onClose();
      }}
    >
      {(isChecked) => (
        <PriceFields
          products={products}
          form={form}
          faults={isChecked ? faults : {}}
          onChange={draft.change}
        />
      )}
    </ReasonDialog>
  );
}
