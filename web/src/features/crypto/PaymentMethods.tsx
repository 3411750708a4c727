import { Button } from '@mantine/core';
import { useId } from 'react';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import styles from './crypto.module.css';
import { methodStrings as strings } from './crypto.strings.ts';

type Props = {
  /** Whether the flag `cardano_enabled` is on. */
  usdcEnabled: boolean;
  /** True while Stripe's page is being opened. */
  opening?: boolean;
  onStripe: () => void;
  onUsdc: () => void;
};

/** The two payment methods. Stripe has initial focus in a dialog; USDC is shown even if it is disabled. */
export function PaymentMethods({ usdcEnabled, opening = false, onStripe, onUsdc }: Props) {
  const cardHintId = useId();
  const hintId = useId();
  return (
    <div className={styles.methods}>
      <LoadingButton
        fullWidth
        data-autofocus
        aria-describedby={cardHintId}
        loading={opening}
        loadingLabel={strings.opening}
        onClick={onStripe}
      >
        {strings.stripe}
      </LoadingButton>
      <p id={cardHintId} className={styles.hint}>
        {strings.stripeHint}
      </p>
      <Button
        fullWidth
        variant="default"
        disabled={!usdcEnabled || opening}
        aria-describedby={hintId}
        onClick={onUsdc}
      >
        {strings.usdc}
      </Button>
      <p id={hintId} className={styles.hint}>
        {usdcEnabled ? strings.usdcSoon : strings.usdcOff}
      </p>
    </div>
  );
}
