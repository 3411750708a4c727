import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { PlainButton } from '../../ui/buttons/PlainButton.tsx';
import { SetUpTwoFactor } from '../auth/SetUpTwoFactor.tsx';
import styles from './admin.module.css';
import { strings } from './admin.strings.ts';

/** Explains why the console is closed, and sets up two-factor here because Settings requires a plan. */
export function TwoFactorNeeded() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.restricted}>
      <title>{`${strings.twoFactor} · Drumbeat`}</title>
      <ShieldCheck size={24} aria-hidden />
      <h1>{strings.twoFactor}</h1>
      <p>{strings.twoFactorText}</p>
      <PlainButton {...SetUpTwoFactor.near} onClick={() => setOpen(true)}>
        {strings.setUpTwoFactor}
      </PlainButton>
      {isOpen ? <SetUpTwoFactor onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
