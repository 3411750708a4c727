import type { PublicFlags } from '@drumbeat/contract/flags/flags.ts';
import { requestIdOf } from '../../api/errors.ts';
import { paths } from '../../base/paths.ts';
import { LinkButton } from '../../ui/buttons/PlainButton.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import { Skeleton, Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { useFlags } from '../flags/flags.query.ts';
import styles from './crypto.module.css';
import { stepsFor, cryptoStrings as strings } from './crypto.strings.ts';

/** Explains how paying in USDC will work. Nothing is sold here, and no payment is taken. */
export function CryptoPage() {
  const { flags, isError, error, refetch } = useFlags();
  return (
    <Page title={strings.title} lead={strings.lead}>
      <div className={styles.column}>
        {isError ? (
          <ErrorBox what={strings.unknown} requestId={requestIdOf(error)} onRetry={() => void refetch()} />
        ) : null}
        {flags ? (
          <Explanation flags={flags} />
        ) : (
          <Skeletons label={strings.loading}>
            <Skeleton height={420} />
          </Skeletons>
        )}
      </div>
    </Page>
  );
}

function Explanation({ flags }: { flags: PublicFlags }) {
  const isOn = flags.cardano_enabled;
  const price = describeMonthlyPrice(flags.cardano_pricing);
  const [amount = '', ...rest] = price.split(' ');
  return (
    <>
      {isOn ? null : <Banner tone="warning">{strings.disabled}</Banner>}
      <Section className={styles.card}>
        <div className={styles.top}>
          <p className={`${styles.price} tabular`}>
            <strong>{amount}</strong> {rest.join(' ')}
          </p>
          <span className={styles.soon}>{strings.comingSoon}</span>
        </div>
        <div>
          <h2 className={styles.how}>{strings.how}</h2>
          <ol className={styles.steps}>
            {stepsFor(price).map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
        <p className={styles.note}>{strings.note}</p>
        <div className={styles.actions}>
          <LinkButton to={paths.products}>{strings.seePlans}</LinkButton>
          {isOn ? (
            <LinkButton to={paths.onboardingPayment} look="outline">
              {strings.otherMethod}
            </LinkButton>
          ) : null}
        </div>
      </Section>
    </>
  );
}

/** The monthly price for display: '5 USDC per month', '7.50 USDC per month'. */
export function describeMonthlyPrice({ priceUsd, currency }: PublicFlags['cardano_pricing']): string {
  const amount = Number.isInteger(priceUsd) ? String(priceUsd) : priceUsd.toFixed(2);
  return `${amount} ${currency} per month`;
}
