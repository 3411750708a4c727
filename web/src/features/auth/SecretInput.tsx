import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { strings } from './auth.strings.ts';

/** A password field whose text can be shown; what its button says follows. */
export function SecretInput(props: PasswordInputProps) {
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      rightSectionWidth={44}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': visible ? strings.hidePassword : strings.showPassword,
        tabIndex: 0,
        size: 36,
        color: 'gray',
      }}
      {...props}
    />
  );
}
