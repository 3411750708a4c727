/** An on/off setting: its name and description on the left, the switch on the right. */
import { Switch } from '@mantine/core';
import styles from './buttons.module.css';

type Props = { label: string; description: string; checked: boolean; onChange: (checked: boolean) => void };

export function SwitchRow({ label, description, checked, onChange }: Props) {
  return (
    <Switch
      size="md"
      labelPosition="left"
      label={label}
      description={description}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      classNames={{
        root: styles.root ?? '',
        body: styles.body ?? '',
        labelWrapper: styles.words ?? '',
        label: styles.label ?? '',
        description: styles.description ?? '',
      }}
    />
  );
}
