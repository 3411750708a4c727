/** The panel's rarer acts. */
import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis, Keyboard } from 'lucide-react';

export function PanelMenu({ onShortcuts }: { onShortcuts: () => void }) {
  return (
    <Menu position="bottom-end" width={220} shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={44} aria-label="More about posts">
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Keyboard size={16} aria-hidden />} onClick={onShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
