import { Navigate, useNavigate } from 'react-router';
import { paths } from '../../base/paths.ts';
import { Skeleton, Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { useFlags } from '../flags/flags.query.ts';
import styles from './crypto.module.css';
import { methodStrings as strings } from './crypto.strings.ts';
import { PaymentMethods } from './PaymentMethods.tsx';

/** The choice between Stripe and USDC. If Cardano billing is off, the plans are shown instead. */
export function PaymentMethodPage() {
  const { flags } = useFlags();
  const navigate = useNavigate();
  if (flags && !flags.cardano_enabled) return <Navigate to={paths.products} replace />;
  return (
    <Page title={strings.title} lead={strings.lead}>
      {flags ? (
        <Section className={styles.narrow}>
          <PaymentMethods
            usdcEnabled
            onStripe={() => void navigate(paths.products)}
            onUsdc={() => void navigate(paths.cryptoBilling)}
          />
        </Section>
      ) : (
        <Skeletons label={strings.loading}>
          <Skeleton height={150} />
        </Skeletons>
      )}
    </Page>
  );
}
