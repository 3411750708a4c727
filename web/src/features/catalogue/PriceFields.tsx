import type { CatalogueProduct } from '@drumbeat/contract/billing/billing.admin.ts';
import { priceIntervals, taxBehaviors } from '@drumbeat/contract/billing/catalogue.rules.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { digitsOf } from '../console/list/digits.ts';
import { strings } from './catalogue.strings.ts';
import { type PriceForm, priceFaults, priceOf, termsText } from './price-form.rules.ts';

type Props = {
  products: readonly CatalogueProduct[];
  form: PriceForm;
  faults: ReturnType<typeof priceFaults>;
  onChange: (form: PriceForm) => void;
};

const order = ['label', 'input', 'error', 'description'] as const;

export function PriceFields({ products, form, faults, onChange }: Props) {
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
