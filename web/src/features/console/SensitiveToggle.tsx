import { Checkbox } from '@mantine/core';
import { useEffect } from 'react';
import { setSensitive, useSensitive, useSensitiveScreen } from './sensitive.ts';

/** Shows addresses and provider ids on the current screen; leaving it hides them again. */
export function SensitiveToggle() {
  const screen = useSensitiveScreen();
  const isShown = useSensitive() === 'true';
  useEffect(() => () => setSensitive(null), []);
  return (
    <Checkbox
      label={isShown ? 'Hide sensitive data' : 'Show sensitive data'}
      checked={isShown}
      onChange={(event) => setSensitive(event.currentTarget.checked ? screen : null)}
    />
  );
}
