import type { CataloguePrice, CatalogueProduct } from '@drumbeat/contract/billing/billing.admin.ts';
import { Button } from '@mantine/core';
import { DataTable } from '../console/list/DataTable.tsx';
import type { Asked } from './ActivityDialog.tsx';
import styles from './CatalogueSection.module.css';
import { strings } from './catalogue.strings.ts';
import { termsText } from './price-form.rules.ts';

type Props = {
  product: CatalogueProduct;
  mayChange: boolean;
  onAddPrice: (productId: string) => void;
  onActivity: (asked: Asked) => void;
};

/** One product with its prices. */
export function ProductPrices({ product, mayChange, onAddPrice, onActivity }: Props) {
  const { id, name, description, active, prices } = product;
  return (
    <section className={styles.product} aria-label={name}>
      <div className={styles.head}>
        <h3>{name}</h3>
        <span>{active ? 'Active' : 'Inactive'}</span>
        <p>{description}</p>
        {mayChange ? (
          <>
            <Button size="compact-xs" variant="default" onClick={() => onAddPrice(id)}>
              {`${strings.addPrice} to ${name}`}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => onActivity({ kind: 'product', id, name, active })}
            >
              {`${active ? 'Deactivate' : 'Activate'} ${name}`}
            </Button>
          </>
        ) : null}
      </div>
      {prices.length === 0 ? <span>{strings.noPrices}</span> : null}
      {prices.length > 0 ? <Prices product={product} mayChange={mayChange} onActivity={onActivity} /> : null}
    </section>
  );
}

function Prices({ product, mayChange, onActivity }: Omit<Props, 'onAddPrice'>) {
  return (
    <DataTable
      label={`Prices of ${product.name}`}
      rows={product.prices}
      rowKey={({ id }) => id}
      columns={[
        { name: 'Price', cell: termsText },
        { name: 'State', cell: (price) => stateText(product, price) },
        { name: 'Trial', cell: ({ trial_period_days: days }) => (days ? `${days} days` : 'As usual') },
        { name: 'Tax', cell: ({ tax_behavior }) => tax_behavior },
        { name: 'Metadata', cell: ({ metadata }) => metadataText(metadata) },
        { name: 'Id', cell: ({ id }) => id },
      ]}
      {...(mayChange
        ? {
            actions: (price: CataloguePrice) => (
              <Button
                variant="default"
                size="compact-xs"
                onClick={() =>
                  onActivity({
                    kind: 'price',
                    id: price.id,
                    name: `${product.name}, ${termsText(price)}`,
                    active: price.active,
                  })
                }
              >
                {price.active ? 'Deactivate' : 'Activate'}
              </Button>
            ),
          }
        : {})}
    />
  );
}

function stateText(product: CatalogueProduct, price: CataloguePrice): string {
  if (!price.active) return 'Inactive';
  if (!product.active) return 'Active, product inactive';
  return price.interval_count === 1 ? 'On the plans page' : 'Active, not on the plans page';
}

function metadataText(metadata: Record<string, string>): string {
  const pairs = Object.entries(metadata).map(([key, value]) => `${key}: ${value}`);
  return pairs.join(', ') || 'From the product';
}
