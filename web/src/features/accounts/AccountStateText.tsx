/** The state of an account as text with an icon, so that it does not depend on colour alone. */
import { CircleCheck, CirclePause, Clock, Power, TriangleAlert } from 'lucide-react';
import { timeText } from '../../ui/time/time.ts';
import type { AccountState } from './account-state.rules.ts';
import styles from './accounts.module.css';
import { accountStates } from './accounts.strings.ts';

const icons = {
  connected: CircleCheck,
  reconnect: TriangleAlert,
  paused: CirclePause,
  off: Power,
  offByPlan: Power,
  limited: Clock,
  stopped: Clock,
} as const satisfies Record<AccountState['kind'], unknown>;

export function AccountStateText({ state, timeZone }: { state: AccountState; timeZone: string }) {
  const Icon = icons[state.kind];
  return (
    <span className={styles.state} data-kind={state.kind}>
      <Icon size={14} aria-hidden />
      {state.kind === 'limited'
        ? accountStates.limited(timeText(state.until, timeZone))
        : accountStates[state.kind]}
    </span>
  );
}
