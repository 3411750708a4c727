import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './admin.module.css';
import { strings } from './admin.strings.ts';

const SetupDialog = lazyDialog(async () => (await import('../auth/two-factor/SetupDialog.tsx')).SetupDialog);

/** Says why the console is closed and sets two-factor up here, for Settings needs a plan, which staff may not have. */
export function TwoFactorNeeded() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.restricted}>
      <title>{`${strings.twoFactor} · Drumbeat`}</title>
      <ShieldCheck size={24} aria-hidden />
      <h1>{strings.twoFactor}</h1>
      <p>{strings.twoFactorText}</p>
      <PlainButton
        onPointerEnter={SetupDialog.preload}
        onFocus={SetupDialog.preload}
        onClick={() => setOpen(true)}
      >
        {strings.setUpTwoFactor}
      </PlainButton>
      {isOpen ? <SetupDialog onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
