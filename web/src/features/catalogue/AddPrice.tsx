import type { CatalogueProduct } from '@drumbeat/contract/billing.admin.ts';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { notify } from '../../ui/toasts.ts';
import { ReasonField, reasonFault } from '../console/ReasonField.tsx';
import { StaffError } from '../console/StaffError.tsx';
import { strings } from './catalogue.strings.ts';
import { PriceFields } from './PriceFields.tsx';
import { emptyPrice, priceFaults, priceOf, termsText } from './price-form.rules.ts';
import { useWish } from './useWish.ts';

type Props = { products: readonly CatalogueProduct[]; productId: string; onClose: () => void };

/** Creates a price at Stripe. */
export function AddPrice({ products, productId, onClose }: Props) {
  const [form, setForm] = useState({ ...emptyPrice, productId });
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const keyOfWish = useWish();
  const faults = priceFaults(form);

  async function save(): Promise<void> {
    setChecked(true);
    if (Object.keys(faults).length > 0 || reasonFault(reason)) return;
    setBusy(true);
    setError(null);
    const wish = priceOf(form);
    const body = { ...wish, reason: reason.trim(), idempotency_key: keyOfWish(wish) };
    try {
      await call('POST /api/admin/stripe/prices', { body });
      notify.success(`${termsText(wish)} added.`);
      await invalidate('GET /api/admin/stripe/catalog', 'GET /api/products');
      onClose();
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={strings.addPrice}
      submitLabel={strings.addPrice}
      busyLabel="Adding…"
      busy={isBusy}
      onlyByButton={form.amount !== ''}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <PriceFields products={products} form={form} faults={isChecked ? faults : {}} onChange={setForm} />
      <ReasonField value={reason} onChange={setReason} isChecked={isChecked} />
      {error !== null ? <StaffError error={error} fallback={strings.createFailed} /> : null}
    </FormDialog>
  );
}
