import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState } from 'react';
import { strings } from './auth.strings.ts';

type Props = PasswordInputProps & { describedBy?: string | undefined };

/** A password field with a button that shows the text. `describedBy` is the id of the text below it. */
export function SecretInput({ describedBy, ref, ...rest }: Props) {
  const [visible, setVisible] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // Mantine replaces `aria-describedby` with its own list, so ours is added again after each render.
  useLayoutEffect(() => {
    const input = field.current;
    if (!input || !describedBy) return;
    const ids = new Set((input.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean));
    input.setAttribute('aria-describedby', [...ids.add(describedBy)].join(' '));
  });
  return (
    <PasswordInput
      ref={useMergedRef(field, ref)}
      // Mantine marks the frame around the field alone.
      aria-invalid={Boolean(rest.error) || undefined}
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
