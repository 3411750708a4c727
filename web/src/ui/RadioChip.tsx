import styles from './RadioChip.module.css';

type Props = { name: string; value: string; label: string; checked: boolean; onChoose: () => void };

/** A radio button that looks like a chip; those of one choice share a `name`. */
export function RadioChip({ name, value, label, checked, onChoose }: Props) {
  return (
    <label className={styles.chip}>
      <input
        type="radio"
        className="visually-hidden"
        name={name}
        value={value}
        checked={checked}
        onChange={onChoose}
      />
      {label}
    </label>
  );
}
