/** The panel's less frequent actions: import, export, and keyboard shortcuts. */
import { ActionIcon } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { useMenuButton } from '../../../ui/buttons/useMenuButton.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import type { PanelActs } from './menu-items.tsx';

const PanelMenuItems = lazyDialog(async () => (await import('./menu-items.tsx')).PanelMenuItems);

export function PanelMenu(acts: PanelActs) {
  const { button, menu } = useMenuButton(PanelMenuItems.preload);
  return (
    <>
      <ActionIcon variant="default" size={44} aria-label="More about posts" {...button}>
        <Ellipsis size={18} aria-hidden />
      </ActionIcon>
      <PanelMenuItems {...menu} {...acts} />
    </>
  );
}
