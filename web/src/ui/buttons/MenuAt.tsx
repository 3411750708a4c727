import { Menu } from '@mantine/core';
import { type ReactNode, type Ref, useImperativeHandle } from 'react';
import type { OpenedMenu } from './useMenuButton.ts';

type Props = OpenedMenu & {
  width?: number;
  position?: 'bottom-start' | 'bottom-end';
  withinPortal?: boolean;
  children: ReactNode;
};

/** A menu for a button rendered elsewhere (`useMenuButton`). The children are `Menu.Item`s. */
export function MenuAt(props: Props) {
  const {
    id,
    opened,
    button,
    onClose,
    width,
    position = 'bottom-end',
    withinPortal = true,
    children,
  } = props;
  if (!button) return null;
  return (
    // Otherwise the key that opens the menu would also close it as a key press outside.
    <Menu
      id={id}
      opened={opened}
      onClose={onClose}
      clickOutsideEvents={['mousedown', 'touchstart']}
      position={position}
      shadow="md"
      withInitialFocusPlaceholder={false}
      withinPortal={withinPortal}
      returnFocus={false}
      {...(width === undefined ? {} : { width })}
    >
      <Menu.Target>
        <Elsewhere element={button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** Stands in for the existing button, so that Mantine can attach the menu to it. */
function Elsewhere({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }): null {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}
