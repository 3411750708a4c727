import type { Price, Product } from '@drumbeat/contract/billing/billing.entities.ts';
import { listedPrices } from '@drumbeat/contract/billing/billing.rules.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { queryOf, useUser } from '../../api/query.ts';
import { useToken } from '../../api/useToken.ts';
import type { Reason } from '../../base/paths.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import { Skeleton, Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { dateText } from '../../ui/time/time.ts';
import { currentPrice, suggestedPrice } from '../billing/prices.rules.ts';
import { subscriptionQuery } from '../billing/subscription.query.ts';
import { UsdcButton } from '../crypto/UsdcButton.tsx';
import { costOf } from './cost.rules.ts';
import { PaymentChooser } from './PaymentChooser.tsx';
import { ProductCard } from './ProductCard.tsx';
import styles from './products.module.css';
import { strings } from './products.strings.ts';
import { useChoose } from './useChoose.ts';
import { usePayment } from './usePayment.ts';

/** Loaded on demand: most people never see it, and its dialog is the largest part of the page. */
const VerifyOverlay = lazy(async () => ({
  default: (await import('../verify-email/VerifyOverlay.tsx')).VerifyOverlay,
}));

function Plans() {
  const products = useQuery({
    ...queryOf('GET /api/products'),
    select: (answer) => answer.products.filter((product) => product.prices.some((price) => price.active)),
  });
  if (products.error && !products.data) {
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
          <Skeleton height={520} />
          <Skeleton height={520} />
          <Skeleton height={520} />
          <Skeleton height={520} />
        </div>
      </Skeletons>
    );
  }
  if (products.data.length === 0) return <EmptyState>{strings.none}</EmptyState>;
  return <Catalogue products={products.data} />;
}

function Catalogue({ products }: { products: readonly Product[] }) {
  const { data: signedInUser } = useUser();
  const { data: subscription } = useQuery({
    ...subscriptionQuery,
    enabled: signedInUser !== undefined && signedInUser.emailVerifiedAt !== null,
    retry: false,
  });
  const user = signedInUser && { ...signedInUser, mayStartTrial: subscription?.mayStartTrial };
  const current = currentPrice(products, user, subscription);
  const choosing = useChoose(current);
  const now = Date.now();
  const timeZone = user?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const dayOf = (at: number): string => dateText(at, timeZone, now);
  const suggested = suggestedPrice(products, user);
  const around = { products, user, current, subscription, now };
  const signedIn = useToken() !== null;
  const payment = usePayment();
  const asked = products.find((product) => product.prices.some(({ id }) => id === payment.price?.id));
  function choose(price: Price): void {
    const asks = signedIn && !choosing.changes && price.unit_amount > 0;
    if (asks) payment.ask(price);
    else choosing.choose(price);
  }
  return (
    <>
      {subscription?.trialRefused ? (
        <Banner tone="warning">{strings.trialRefused(subscription.trialRefused)}</Banner>
      ) : null}
      <ul
        className={styles.plans}
        data-wide={products.some((one) => listedPrices(one).length > 1) || undefined}
      >
        {products.map((product, index) => (
          <ProductCard
            key={product.id}
            {...{ product, user, suggested, current, dayOf }}
            choosing={{ ...choosing, choose }}
            before={products[index - 1]}
            costOf={(price) => costOf({ product, price }, around)}
          />
        ))}
      </ul>
      {asked && payment.price ? (
        <PaymentChooser
          plan={asked.name}
          price={payment.price}
          cost={costOf({ product: asked, price: payment.price }, around)}
          dayOf={dayOf}
          payment={payment}
        />
      ) : null}
    </>
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
