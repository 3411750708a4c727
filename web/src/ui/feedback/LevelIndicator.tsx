import styles from './feedback.module.css';

export type LevelColour = 'green' | 'yellow' | 'red';

/** A fraction as whole percent, 0 to 100; 0 if `max` is not positive. */
export function levelPercent(value: number, max: number): number {
  if (!(max > 0) || !Number.isFinite(value)) return 0;
  return Math.round(Math.min(Math.max(value / max, 0), 1) * 100);
}

/** Green from 66, yellow from 33, red below, based on the rounded percentage. */
export function levelColour(percent: number): LevelColour {
  const whole = Math.round(percent);
  if (whole >= 66) return 'green';
  return whole >= 33 ? 'yellow' : 'red';
}

type Props = { label: string; value: number; max: number; valueText?: string };

/** A battery: how much is left or used. `<LevelIndicator label="Generations left" value={1} max={2} />` */
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
