import type { CatalogueProduct } from '@drumbeat/contract/billing/billing.admin.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { keyOf, queryClient, queryOf, useCurrentUser } from '../../api/query.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { TimeText } from '../../ui/time/TimeText.tsx';
import { RowSkeletons } from '../console/list/RowSkeletons.tsx';
import { StaffError } from '../console/StaffError.tsx';
import { useMay } from '../console/staff.query.ts';
import { ActivityDialog, type Asked } from './ActivityDialog.tsx';
import { AddPrice } from './AddPrice.tsx';
import { AddProduct } from './AddProduct.tsx';
import styles from './CatalogueSection.module.css';
import { strings } from './catalogue.strings.ts';
import { ProductPrices } from './ProductPrices.tsx';

type Adding = { what: 'product' } | { what: 'price'; productId: string };

/** Products and prices from Stripe, which is the source of truth. */
export function CatalogueSection() {
  const list = useQuery(queryOf('GET /api/admin/stripe/catalog'));
  const mayChange = useMay('POST /api/admin/stripe/prices');
  const [adding, setAdding] = useState<Adding | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const products = list.data?.products;
  return (
    <>
      <div className={styles.bar}>
        <Sync syncedAt={list.data?.synced_at ?? null} isKnown={list.data !== undefined} />
        {mayChange ? (
          <>
            <Button size="xs" variant="default" onClick={() => setAdding({ what: 'product' })}>
              {strings.addProduct}
            </Button>
            <Button size="xs" onClick={() => setAdding({ what: 'price', productId: '' })}>
              {strings.addPrice}
            </Button>
          </>
        ) : null}
      </div>
      {list.isError ? (
        <StaffError error={list.error} fallback={strings.failed} onRetry={list.refetch} />
      ) : null}
      {list.isPending ? <RowSkeletons label={strings.loading} /> : null}
      {products?.length === 0 ? <EmptyState>{strings.none}</EmptyState> : null}
      {products?.map((product) => (
        <ProductPrices
          key={product.id}
          product={product}
          mayChange={mayChange}
          onAddPrice={(productId) => setAdding({ what: 'price', productId })}
          onActivity={setAsked}
        />
      ))}
      <Dialogs products={products ?? []} adding={adding} onClose={() => setAdding(null)} />
      {asked ? <ActivityDialog asked={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

type DialogsProps = { products: readonly CatalogueProduct[]; adding: Adding | null; onClose: () => void };

function Dialogs({ products, adding, onClose }: DialogsProps) {
  if (adding?.what === 'product') return <AddProduct onClose={onClose} />;
  if (adding?.what === 'price')
    return <AddPrice products={products} productId={adding.productId} onClose={onClose} />;
  return null;
}

function Sync({ syncedAt, isKnown }: { syncedAt: string | null; isKnown: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function sync(): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      const catalogue = await call('POST /api/admin/stripe/sync', { body: {} });
      queryClient.setQueryData(keyOf('GET /api/admin/stripe/catalog'), catalogue);
      notify.success(strings.synced);
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <LoadingButton size="xs" variant="default" loading={isBusy} onClick={() => void sync()}>
        {strings.sync}
      </LoadingButton>
      {isKnown ? <SyncedAt at={syncedAt} /> : null}
      {error !== null ? (
        <div className={styles.whole}>
          <StaffError error={error} fallback={strings.syncFailed} />
        </div>
      ) : null}
    </>
  );
}

function SyncedAt({ at }: { at: string | null }) {
  const { timeZone } = useCurrentUser();
  return (
    <span className={styles.muted}>
      {at ? (
        <>
          Read from Stripe <TimeText iso={at} timeZone={timeZone} inSentence />
        </>
      ) : (
        strings.neverSynced
      )}
    </span>
  );
}
