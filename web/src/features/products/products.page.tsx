import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { queryOf, useUser } from '../../api/query.ts';
import type { Reason } from '../../base/paths.ts';
import { Banner } from '../../ui/Banner.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorBox } from '../../ui/ErrorBox.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton, Skeletons } from '../../ui/Skeletons.tsx';
import { UsdcButton } from '../crypto/UsdcButton.tsx';
import { ProductCard } from './ProductCard.tsx';
import styles from './products.module.css';
import { suggestedPrice } from './products.rules.ts';
import { strings } from './products.strings.ts';
import { useChoose } from './useChoose.ts';

/** Most people never see it; its dialog is the largest part of the page. */
const VerifyOverlay = lazy(async () => ({
  default: (await import('../verify-email/VerifyOverlay.tsx')).VerifyOverlay,
}));

function Plans() {
  const products = useQuery({
    ...queryOf('GET /api/products'),
    select: (answer) => answer.products.filter((product) => product.prices.some((price) => price.active)),
  });
  const { data: user } = useUser();
  const choosing = useChoose();
  if (products.isError) {
    return (
      <ErrorBox
        what={strings.loadFailed}
        message={describeError(products.error, '')}
        requestId={requestIdOf(products.error)}
        onRetry={() => void products.refetch()}
      />
    );
  }
  if (!products.data) {
    return (
      <Skeletons label="Loading plans">
        <div className={styles.plans}>
          <Skeleton height={380} />
          <Skeleton height={380} />
          <Skeleton height={380} />
          <Skeleton height={380} />
        </div>
      </Skeletons>
    );
  }
  if (products.data.length === 0) return <EmptyState>{strings.none}</EmptyState>;
  const suggested = suggestedPrice(products.data, user);
  return (
    <ul className={styles.plans}>
      {products.data.map((product) => (
        <ProductCard key={product.id} {...{ product, user, choosing, suggested }} />
      ))}
    </ul>
  );
}

export function ProductsPage() {
  const state = useLocation().state as { reason?: Reason } | null;
  const { data: user } = useUser();
  const unverified = user !== undefined && user.emailVerifiedAt === null;
  return (
    <Page title={strings.title} lead={strings.lead}>
      {state?.reason === 'plan_required' ? <Banner>{strings.planRequired}</Banner> : null}
      <Plans />
      <div className={styles.otherWays}>
        <UsdcButton />
      </div>
      <Suspense>{unverified ? <VerifyOverlay user={user} /> : null}</Suspense>
    </Page>
  );
}
