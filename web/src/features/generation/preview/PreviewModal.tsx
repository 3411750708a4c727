/** The whole calendar before it is scheduled, with a summary that stays in view. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import type { DraftPost } from '@drumbeat/contract/generation/generation.ts';
import type { Nearness } from '@drumbeat/contract/voice/voice.ts';
import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRef } from 'react';
import { requestIdOf } from '../../../api/errors.ts';
import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';
import { TextButton } from '../../../ui/buttons/TextButton.tsx';
import { ErrorBox } from '../../../ui/feedback/ErrorBox.tsx';
import { LinkNote } from '../../costs/LinkNote.tsx';
import { SimilarNotice } from '../../posts/edit/SimilarNotice.tsx';
import type { SimilarQuestion } from '../../posts/edit/similar.rules.ts';
import { NearnessSign } from '../../voice/NearnessSign.tsx';
import { generationStrings } from '../generation.strings.ts';
import {
  type DraftChange,
  type DraftLimits,
  type Drafts,
  draftsProblem,
  summaryOf,
  weeksOf,
} from './drafts.rules.ts';
import styles from './PreviewModal.module.css';
import { PreviewWeeks } from './PreviewWeeks.tsx';

type Props = {
  opened: boolean;
  drafts: Drafts;
  /** How close a text, and all of them together, are to the account's own posts; null if unknown. */
  nearness: { of: (text: string) => Nearness | null; set: Nearness | null };
  isInTrial: boolean;
  account: XAccount | undefined;
  timeZone: string;
  limitsAt: (now: number) => DraftLimits;
  /** Discards the edits kept from an earlier visit; undefined if there are none. */
  onStartOver: (() => void) | undefined;
  saving: boolean;
  error: Error | null;
  /** Set if some of the person's own texts are like other posts. */
  similar: SimilarQuestion | null;
  onChange: (change: DraftChange) => void;
  onClose: () => void;
  onSchedule: () => void;
};

/** Scrolls to and opens the first post that cannot be scheduled as it is. */
function leadToProblem(within: HTMLElement | null): void {
  const post = within?.querySelector('[data-problem]');
  post?.scrollIntoView({ block: 'center' });
  const field = post?.querySelector('textarea');
  if (field) field.focus();
  else post?.querySelector<HTMLElement>('[data-edit]')?.click();
}

/** Keeps '7-Day' on one line. */
function Title({ text }: { text: string }) {
  return text.split(' ').map((word) => <span key={word} className={styles.word}>{`${word} `}</span>);
}

function plannedText({ content, scheduledTime }: DraftPost): { content: string; at: number } {
  return { content, at: Date.parse(scheduledTime) };
}

const phone = '(max-width: 640px)';

export function PreviewModal(props: Props) {
  const {
    opened,
    drafts,
    isInTrial,
    account,
    timeZone,
    saving,
    error,
    similar,
    onChange,
    onClose,
    onSchedule,
  } = props;
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
  const problem = draftsProblem(drafts.kept);
  const scroll = useRef<HTMLDivElement>(null);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Title text={isInTrial ? generationStrings.previewTrial : generationStrings.previewMonth} />}
      size={1320}
      // Top-aligned: an edit changes the height, and must not move the title and the buttons.
      centered={false}
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
      <div className={styles.scroll} ref={scroll} tabIndex={-1} data-autofocus>
        <PreviewWeeks
          weeks={weeksOf(drafts.kept, timeZone, [...drafts.kept, ...drafts.removed])}
          drafts={drafts}
          nearnessOf={props.nearness.of}
          account={account}
          limitsAt={props.limitsAt}
          disabled={saving}
          onChange={onChange}
        />
      </div>
      <footer className={styles.footer}>
        <SimilarNotice question={similar} timeZone={timeZone} />
        {error ? (
          <ErrorBox
            what={error.message}
            message="Nothing was lost. Try again."
            requestId={requestIdOf(error)}
          />
        ) : null}
        <div className={styles.line}>
          <div className={styles.summary}>
            <p role="status">
              {problem && drafts.kept.length > 0 ? (
                <TextButton onClick={() => leadToProblem(scroll.current)}>{problem}</TextButton>
              ) : (
                (problem ?? summaryOf(drafts.kept, timeZone))
              )}
            </p>
            <NearnessSign nearness={props.nearness.set} isSet />
            <LinkNote posts={drafts.kept.map(plannedText)} />
            {props.onStartOver ? (
              <p className={styles.kept}>
                {generationStrings.restored}{' '}
                <TextButton onClick={props.onStartOver}>{generationStrings.startOver}</TextButton>
              </p>
            ) : null}
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
              {similar ? generationStrings.scheduleAnyway : generationStrings.schedule}
            </LoadingButton>
          </div>
        </div>
      </footer>
    </Modal>
  );
}
