import { Tooltip } from '@mantine/core';

type Props = { element: HTMLElement; label: string; withinPortal: boolean };

/** An open tooltip for an element rendered elsewhere. */
export function Tip({ element, label, withinPortal }: Props) {
  return (
    <Tooltip
      target={element}
      label={label}
      opened
      multiline
      maw={320}
      withinPortal={withinPortal}
      floatingStrategy="fixed"
    />
  );
}
