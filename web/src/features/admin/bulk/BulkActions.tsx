import { BULK_PEOPLE_MAX, type BulkAction } from '@drumbeat/contract/admin/bulk.rules.ts';
import { Button, Menu } from '@mantine/core';
import { ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { TextButton } from '../../../ui/buttons/TextButton.tsx';
import { FloatingBar } from '../../../ui/layout/FloatingBar.tsx';
import type { Chosen } from '../../console/list/useChosen.ts';
import { BulkDialog } from './BulkDialog.tsx';
import styles from './bulk.module.css';
import { dangerous, settled } from './bulk.rules.ts';
import { actionWords, bulkStrings as strings } from './bulk.strings.ts';

type Props = { chosen: Chosen; actions: readonly BulkAction[] };
type Asked = { action: BulkAction; ids: readonly string[] };

/** The bar for the selected people with its actions menu, and the dialog of the chosen action. */
export function BulkActions({ chosen, actions }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <FloatingBar label={strings.bar}>
      <div className={styles.line}>
        <p className={styles.count} role="status">
          {strings.chosen(chosen.ids.size)}
          {chosen.isFull ? <span className={styles.full}> {strings.full(BULK_PEOPLE_MAX)}</span> : null}
        </p>
        <span aria-hidden>·</span>
        <TextButton onClick={chosen.clear}>{strings.clear}</TextButton>
        <Menu position="top-end" shadow="md" width={240}>
          <Menu.Target>
            <Button size="sm" rightSection={<ChevronUp size={15} aria-hidden />}>
              {strings.actions}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map((action) => (
              <Menu.Item
                key={action}
                onClick={() => setAsked({ action, ids: [...chosen.ids] })}
                {...(dangerous.has(action) ? { className: styles.danger ?? '' } : {})}
              >
                {actionWords[action].name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      {asked ? (
        <BulkDialog
          {...asked}
          onClose={(people) => {
            setAsked(null);
            chosen.drop(settled(people));
          }}
        />
      ) : null}
    </FloatingBar>
  );
}
