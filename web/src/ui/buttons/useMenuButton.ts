import { type MouseEvent, useId, useState } from 'react';

/** An open or closed menu and the button it belongs to, for `MenuAt`. */
export type OpenedMenu = { id: string; opened: boolean; button: HTMLElement | null; onClose: () => void };

/**
 * A button whose menu is in another chunk. The button renders at once; hovering it loads the menu's code.
 *
 *     const Items = lazyDialog(async () => (await import('./PanelMenuItems.tsx')).PanelMenuItems);
 *     const { button, menu } = useMenuButton(Items.preload);
 *     <ActionIcon {...button}>…</ActionIcon>
 *     <Items {...menu} />
 */
export function useMenuButton(preload: () => void) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState(false);
  return {
    button: {
      id,
      'aria-haspopup': 'menu' as const,
      'aria-expanded': opened,
      'aria-controls': opened ? `${id}-dropdown` : undefined,
      onPointerEnter: preload,
      onFocus: preload,
      onClick: ({ currentTarget }: MouseEvent<HTMLElement>): void => {
        setTarget(currentTarget);
        setOpened(!opened);
      },
    },
    menu: {
      id,
      opened,
      button: target,
      onClose: (): void => {
        setOpened(false);
        target?.focus();
      },
    },
  };
}
