import { type RefObject, useEffect, useId } from 'react';
import { PasswordLacks } from './PasswordLacks.tsx';
import { SecretInput } from './SecretInput.tsx';

type Field = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  field: RefObject<HTMLInputElement | null>;
};

/** The fields for a new password and its confirmation, with the requirements that are not met yet. */
export function NewPassword({
  fresh,
  again,
  focus = false,
}: {
  fresh: Field;
  again: Field;
  focus?: boolean;
}) {
  const lacksId = useId();
  const { field } = fresh;
  // The dialog could not focus a field on opening, because the link was still being checked.
  useEffect(() => {
    if (focus) field.current?.focus();
  }, [focus, field]);
  return (
    <>
      <div>
        <SecretInput
          ref={fresh.field}
          label={fresh.label}
          autoComplete="new-password"
          value={fresh.value}
          onChange={(event) => fresh.onChange(event.currentTarget.value)}
          describedBy={lacksId}
        />
        <PasswordLacks id={lacksId} password={fresh.value} />
      </div>
      <SecretInput
        ref={again.field}
        label={again.label}
        autoComplete="new-password"
        value={again.value}
        onChange={(event) => again.onChange(event.currentTarget.value)}
      />
    </>
  );
}
