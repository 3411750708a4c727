/** A choice between a few options, as chips that are radio buttons. */
import { useId } from 'react';
import { RadioChip } from '../../ui/buttons/RadioChip.tsx';
import { TextButton } from '../../ui/buttons/TextButton.tsx';
import styles from './settings.module.css';
import { strings } from './settings.strings.ts';

type Props<T extends string> = {
  legend: string;
  options: readonly T[];
  labels: Record<T, string>;
  value: T | null;
  onChange: (value: T) => void;
  /** Clears the choice, if no choice is allowed. */
  onClear?: () => void;
};

export function ChipChoice<T extends string>({
  legend,
  options,
  labels,
  value,
  onChange,
  onClear,
}: Props<T>) {
  const name = useId();
  return (
    <fieldset className={styles.chipChoiceChoice}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.chips}>
        {options.map((option) => (
          <RadioChip
            key={option}
            name={name}
            value={option}
            label={labels[option]}
            checked={option === value}
            onChoose={() => onChange(option)}
          />
        ))}
        {onClear && value !== null ? <TextButton onClick={onClear}>{strings.clear}</TextButton> : null}
      </div>
    </fieldset>
  );
}
