/** The whole calendar before it is scheduled, with a summary that stays in view. */
import type { XAccount } from '@drumbeat/contract/accounts.ts';
import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { requestIdOf } from '../../../api/errors.ts';
import { ErrorBox } from '../../../ui/ErrorBox.tsx';
import { LoadingButton } from '../../../ui/LoadingButton.tsx';
import { generationStrings } from '../generation.strings.ts';
import { type DraftChange, type Drafts, draftsProblem } from './drafts.rules.ts';
import styles from './PreviewModal.module.css';
import { PreviewWeeks } from './PreviewWeeks.tsx';
import { summaryOf, weeksOf } from './preview.rules.ts';

type Props = {
  opened: boolean;
  drafts: Drafts;
  isInTrial: boolean;
  account: XAccount | undefined;
  timeZone: string;
  saving: boolean;
  error: Error | null;
  onChange: (change: DraftChange) => void;
  onClose: () => void;
  onSchedule: () => void;
};

const phone = '(max-width: 640px)';

export function PreviewModal(props: Props) {
  const { opened, drafts, isInTrial, account, timeZone, saving, error, onChange, onClose, onSchedule } =
    props;
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
  const problem = draftsProblem(drafts.kept);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={isInTrial ? generationStrings.previewTrial : generationStrings.previewMonth}
      size={1320}
      fullScreen={isPhone}
      closeOnClickOutside={false}
      closeOnEscape={!saving}
      closeButtonProps={{ 'aria-label': 'Close', disabled: saving, size: 'lg' }}
      classNames={{
        content: styles.content ?? '',
        header: styles.header ?? '',
        title: styles.title ?? '',
        body: styles.body ?? '',
      }}
    >
      <div className={styles.scroll}>
        <PreviewWeeks
          weeks={weeksOf(drafts.kept, timeZone, [...drafts.kept, ...drafts.removed])}
          account={account}
          timeZone={timeZone}
          disabled={saving}
          onEdit={(id, content) => onChange({ do: 'edit', id, content })}
          onRemove={({ id }) => onChange({ do: 'remove', id })}
        />
      </div>
      <footer className={styles.footer}>
        {error ? (
          <ErrorBox
            what={error.message}
            message="Nothing was lost. Try again."
            requestId={requestIdOf(error)}
          />
        ) : null}
        <div className={styles.line}>
          <div className={styles.summary}>
            <p role="status">{problem ?? summaryOf(drafts.kept, timeZone)}</p>
            {drafts.removed.length > 0 ? (
              <button
                type="button"
                className={styles.undo}
                disabled={saving}
                onClick={() => onChange({ do: 'undo' })}
              >
                Undo removal ({drafts.removed.length})
              </button>
            ) : null}
          </div>
          <div className={styles.buttons}>
            <Button variant="default" onClick={onClose} disabled={saving}>
              Cancel
            </Button>
            <LoadingButton
              loading={saving}
              loadingLabel={generationStrings.scheduling}
              disabled={problem !== null}
              onClick={onSchedule}
            >
              {generationStrings.schedule}
            </LoadingButton>
          </div>
        </div>
      </footer>
    </Modal>
  );
}
