import type { Price } from '@drumbeat/contract/billing/billing.entities.ts';
import { formatPrice } from '@drumbeat/contract/billing/billing.rules.ts';
import { useNavigate } from 'react-router';
import { paths } from '../../base/paths.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import { PaymentMethods } from '../crypto/PaymentMethods.tsx';
import { useFlags } from '../flags/flags.query.ts';
import type { Cost } from './cost.rules.ts';
import styles from './products.module.css';
import { strings } from './products.strings.ts';
import type { usePayment } from './usePayment.ts';

type Props = {
  plan: string;
  price: Price;
  cost: Cost;
  /** Formats an instant as a day in the person's zone. */
  dayOf: (at: number) => string;
  payment: ReturnType<typeof usePayment>;
};

/** Sums up the choice and asks how to pay. Nothing is charged here. */
export function PaymentChooser({ payment, ...chosen }: Props) {
  const { opening, failure } = payment;
  const { flags } = useFlags();
  const navigate = useNavigate();
  return (
    <Dialog opened onClose={payment.close} title={strings.payTitle} locked={opening} size={420}>
      <Summary {...chosen} />
      {failure ? (
        <div className={styles.failure}>
          <ErrorBox what={failure.message} requestId={failure.requestId} />
        </div>
      ) : null}
      <PaymentMethods
        usdcEnabled={flags?.cardano_enabled ?? false}
        opening={opening}
        onStripe={payment.pay}
        onUsdc={() => void navigate(paths.cryptoBilling)}
      />
    </Dialog>
  );
}

function Summary({ plan, price, cost, dayOf }: Pick<Props, 'plan' | 'price' | 'cost' | 'dayOf'>) {
  if (cost.kind !== 'trial' && cost.kind !== 'now') return null;
  const isTrial = cost.kind === 'trial';
  const lines = [
    [strings.plan, plan],
    [strings.price, formatPrice(price)],
    ...(isTrial ? [[strings.freeTrial, strings.days(cost.days)]] : []),
    [
      strings.firstChargeLabel,
      isTrial ? strings.chargeOn(cost.amount, dayOf(cost.at)) : strings.chargeNow(cost.amount),
    ],
  ];
  return (
    <>
      <dl className={`${styles.summary} tabular`}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.after}>
        {isTrial ? strings.cancelBefore(dayOf(cost.at)) : strings.thenEvery(cost.interval)}
      </p>
    </>
  );
}
