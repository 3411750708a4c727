import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import type { Nearness } from '@drumbeat/contract/voice/voice.ts';
import { type CSSProperties, useState } from 'react';
import { wallDayText } from '../../../ui/time/time.ts';
import type { PreviewWeek } from './drafts.rules.ts';
import { type DraftChange, type DraftLimits, type Drafts, landingOfDraft } from './drafts.rules.ts';
import styles from './PreviewModal.module.css';
import { PreviewPost } from './PreviewPost.tsx';

type Props = {
  weeks: readonly PreviewWeek[];
  drafts: Drafts;
  nearnessOf: (text: string) => Nearness | null;
  account: XAccount | undefined;
  limitsAt: (now: number) => DraftLimits;
  disabled: boolean;
  onChange: (change: DraftChange) => void;
};

/** One row per week and one column per day; on narrow screens, the days are stacked. */
export function PreviewWeeks(props: Props) {
  const { weeks, drafts, nearnessOf, account, limitsAt, disabled, onChange } = props;
  /** The text before the edit, by id of draft. Kept here, because a move of the first draft shifts all weeks. */
  const [edited, setEdited] = useState<Record<string, string | null>>({});
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
                  removed={drafts.removed}
                  nearness={nearnessOf(draft.content)}
                  account={account}
                  limitsAt={limitsAt}
                  landingOf={(wall) => landingOfDraft(draft, wall, drafts.kept, limitsAt(Date.now()))}
                  before={edited[draft.id] ?? null}
                  onBefore={(text) => setEdited((all) => ({ ...all, [draft.id]: text }))}
                  disabled={disabled}
                  onChange={onChange}
                />
              ))}
            </section>
          ))}
        </div>
      ))}
    </div>
  );
}
