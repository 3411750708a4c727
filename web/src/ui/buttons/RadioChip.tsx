import styles from './buttons.module.css';

type Props = { name: string; value: string; label: string } & (
  | { checked: boolean; onChoose: () => void }
  /** Uncontrolled. */
  | { defaultChecked: boolean }
);

/** A radio button that looks like a chip; give the chips of one group the same `name`. */
export function RadioChip({ name, value, label, ...choice }: Props) {
  const kept =
    'checked' in choice
      ? { checked: choice.checked, onChange: choice.onChoose }
      : { defaultChecked: choice.defaultChecked };
  return (
    <label className={styles.chip}>
      <input type="radio" className="visually-hidden" name={name} value={value} {...kept} />
      {label}
    </label>
  );
}
