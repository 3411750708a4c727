import type { XAccount } from '@drumbeat/contract/accounts.ts';
import type { DraftPost } from '@drumbeat/contract/generation.ts';
import type { CSSProperties } from 'react';
import { wallDayText } from '../../../ui/time.ts';
import { PreviewPost } from './PreviewPost.tsx';
import styles from './PreviewWeeks.module.css';
import type { PreviewWeek } from './preview.rules.ts';

type Props = {
  weeks: readonly PreviewWeek[];
  account: XAccount | undefined;
  timeZone: string;
  disabled: boolean;
  onEdit: (id: string, content: string) => void;
  onRemove: (draft: DraftPost) => void;
};

/** A week to a row, a day to a column; where there is no room, one day below the other. */
export function PreviewWeeks({ weeks, account, timeZone, disabled, onEdit, onRemove }: Props) {
  return (
    <div className={styles.weeks} style={{ '--days': weeks[0]?.days.length ?? 1 } as CSSProperties}>
      {weeks.map((week) => (
        <div key={week.key} className={styles.week}>
          {week.days.map((day) => (
            <section
              key={day.date}
              className={styles.day}
              data-empty={day.drafts.length === 0 || undefined}
              aria-label={wallDayText(day.date)}
            >
              <h3 className={styles.label}>{wallDayText(day.date)}</h3>
              {day.drafts.map((draft) => (
                <PreviewPost
                  key={draft.id}
                  draft={draft}
                  account={account}
                  timeZone={timeZone}
                  disabled={disabled}
                  onEdit={(content) => onEdit(draft.id, content)}
                  onRemove={() => onRemove(draft)}
                />
              ))}
            </section>
          ))}
        </div>
      ))}
    </div>
  );
}
