import type { Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import styles from './billing.module.css';
import { strings } from './billing.strings.ts';
import { cardWords } from './subscription.rules.ts';
import { useCardPortal } from './useCardPortal.ts';

/** The card on file, with a link to change it at the payment provider. */
export function CardRow({ subscription }: { subscription: Subscription }) {
  const { card, pastDue } = subscription;
  const portal = useCardPortal();
  const urgent = pastDue !== null && pastDue.reason !== 'collection_paused';
  return (
    <div className={styles.row}>
      <p className={styles.words}>{card ? cardWords(card, Date.now()) : strings.noCard}</p>
      <LoadingButton
        variant={urgent ? 'filled' : 'default'}
        loading={portal.busy}
        loadingLabel={strings.opening}
        onClick={portal.open}
      >
        {card ? strings.updateCard : strings.addCard}
      </LoadingButton>
    </div>
  );
}
