import type { CatalogueProduct } from '@drumbeat/contract/billing/billing.admin.ts';
import { priceIntervals, taxBehaviors } from '@drumbeat/contract/billing/catalogue.rules.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { z } from 'zod/mini';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { useDraft } from '../../api/useDraft.ts';
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { digitsOf } from '../console/list/digits.ts';
import { ReasonDialog } from '../console/ReasonDialog.tsx';
import { strings } from './catalogue.strings.ts';
import { emptyPrice, type PriceForm, priceFaults, priceOf, termsText } from './price-form.rules.ts';

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
  const keyOf = useIdempotencyKey();
  const faults = priceFaults(form);

  async function save(reason: string): Promise<void> {
    const price = priceOf(form);
    const body = { ...price, reason, idempotency_key: keyOf(price) };
    await call('POST /api/admin/stripe/prices', { body });
    notify.success(`${termsText(price)} added.`);
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

type FieldsProps = {
  products: readonly CatalogueProduct[];
  form: PriceForm;
  faults: ReturnType<typeof priceFaults>;
  onChange: (form: PriceForm) => void;
};

const order = ['label', 'input', 'error', 'description'] as const;

function PriceFields({ products, form, faults, onChange }: FieldsProps) {
  const change = (part: Partial<PriceForm>) => onChange({ ...form, ...part });
  const isWhole = Object.keys(priceFaults({ ...form, productId: 'any' })).length === 0;
  return (
    <>
      <NativeSelect
        label={strings.product}
        data={[
          { value: '', label: 'Choose…' },
          ...products.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={form.productId}
        onChange={(event) => change({ productId: event.currentTarget.value })}
        error={faults.productId}
      />
      <TextInput
        label={strings.amount}
        description={isWhole ? termsText(priceOf(form)) : strings.metadataHelp}
        inputWrapperOrder={[...order]}
        inputMode="numeric"
        maxLength={8}
        value={form.amount}
        onChange={(event) => change({ amount: digitsOf(event.currentTarget.value) })}
        error={faults.amount}
      />
      <TextInput
        label={strings.currency}
        maxLength={3}
        value={form.currency}
        onChange={(event) => change({ currency: event.currentTarget.value.toUpperCase() })}
        error={faults.currency}
      />
      <NativeSelect
        label={strings.interval}
        data={[...priceIntervals]}
        value={form.interval}
        onChange={(event) => change({ interval: event.currentTarget.value as PriceForm['interval'] })}
      />
      <TextInput
        label={strings.intervalCount}
        description={strings.intervalCountHelp}
        inputWrapperOrder={[...order]}
        inputMode="numeric"
        maxLength={4}
        value={form.intervalCount}
        onChange={(event) => change({ intervalCount: digitsOf(event.currentTarget.value) })}
      />
      <NativeSelect
        label={strings.tax}
        data={[...taxBehaviors]}
        value={form.tax}
        onChange={(event) => change({ tax: event.currentTarget.value as PriceForm['tax'] })}
      />
      <TextInput
        label={strings.trialDays}
        inputMode="numeric"
        maxLength={3}
        value={form.trialDays}
        onChange={(event) => change({ trialDays: digitsOf(event.currentTarget.value) })}
      />
    </>
  );
}
