import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState } from 'react';
import { strings } from './auth.strings.ts';

type Props = PasswordInputProps & { describedBy?: string | undefined };

/** A password field whose text can be shown; what its button says follows. `describedBy` is the id of what stands below it. */
export function SecretInput({ describedBy, ref, ...rest }: Props) {
  const [visible, setVisible] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // Mantine puts its own list in place of any that is given: ours is added to it whenever it has done so.
  useLayoutEffect(() => {
    const input = field.current;
    if (!input || !describedBy) return;
    const ids = new Set((input.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean));
    input.setAttribute('aria-describedby', [...ids.add(describedBy)].join(' '));
  });
  return (
    <PasswordInput
      ref={useMergedRef(field, ref)}
      rightSectionWidth={44}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': visible ? strings.hidePassword : strings.showPassword,
        tabIndex: 0,
        size: 36,
        color: 'gray',
      }}
      {...rest}
    />
  );
}
