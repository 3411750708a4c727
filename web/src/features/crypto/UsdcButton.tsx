import { useNavigate } from 'react-router';
import { paths } from '../../base/paths.ts';
import { PlainButton } from '../../ui/buttons/PlainButton.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { readFlags } from '../flags/flags.query.ts';
import { methodStrings as strings } from './crypto.strings.ts';

/** Leads from the plans to the page about paying in USDC; if that is off, pressing it says so (CRYP-12). */
export function UsdcButton() {
  const navigate = useNavigate();
  async function proceed(): Promise<void> {
    const { cardano_enabled: isOn } = await readFlags();
    if (isOn) await navigate(paths.cryptoBilling);
    else notify.alert(strings.notEnabled);
  }
  return (
    <PlainButton look="outline" onClick={() => void proceed()}>
      {strings.continue}
    </PlainButton>
  );
}
