/** A battery: how much is left or used. `<LevelIndicator label="Generations left" value={1} max={2} />` */
import styles from './feedback.module.css';
import { levelColour, levelPercent } from './level.rules.ts';

type Props = { label: string; value: number; max: number; valueText?: string };

export function LevelIndicator({ label, value, max, valueText }: Props) {
  const percent = levelPercent(value, max);
  return (
    <div className={styles.level}>
      <div className={styles.levelIndicatorWords}>
        <span>{label}</span>
        <span className="tabular">{valueText ?? `${value} of ${max}`}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> each in their own way */}
      <div
        className={styles.battery}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={valueText ?? `${value} of ${max}`}
        data-colour={levelColour(percent)}
      >
        <span className={styles.charge} style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
