import { REASON_MAX, REASON_MIN } from '@drumbeat/contract/reason.rules.ts';
import { Textarea } from '@mantine/core';

type Props = { value: string; onChange: (value: string) => void; isChecked: boolean };

/** The field for the reason of a staff change; `reasonFault` validates it. */
export function ReasonField({ value, onChange, isChecked }: Props) {
  return (
    <Textarea
      label="Reason"
      description="Kept in the audit log."
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isChecked ? reasonFault(value) : null}
      maxLength={REASON_MAX}
      autosize
      minRows={2}
      maxRows={5}
    />
  );
}

/** What is wrong with a reason; null if it is acceptable. */
export function reasonFault(value: string): string | null {
  return value.trim().length < REASON_MIN ? 'Say why, in a few words.' : null;
}
