/** The remaining credits at X, how long they will last, and the dialog to record a new balance. */
import type { CreditState } from '@drumbeat/contract/costs/costs.admin.ts';
import { formatMicros } from '@drumbeat/contract/costs/costs.rules.ts';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod/mini';
import { call } from '../../api/client.ts';
import { invalidate, useCurrentUser } from '../../api/query.ts';
import { useDraft } from '../../api/useDraft.ts';
import { useWish } from '../../api/useWish.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { Section } from '../../ui/layout/Section.tsx';
import { momentText } from '../../ui/time/time.ts';
import { Facts } from '../console/Facts.tsx';
import { ReasonDialog } from '../console/ReasonDialog.tsx';
import { dollarsOf, lastsText } from './costs.rules.ts';
import { strings } from './costs.strings.ts';

export function Credits({ credits }: { credits: CreditState }) {
  const [isRecording, setRecording] = useState(false);
  const { timeZone } = useCurrentUser();
  const { balance_micros: balance, recorded_at: at } = credits;
  const recordedAt = at === null ? '–' : momentText(Date.parse(at), timeZone, Date.now());
  return (
    <Section title={strings.credits}>
      <p>{strings.creditsNote}</p>
      <Facts
        facts={[
          ['Left by our ledger', balance === null ? strings.unknown : formatMicros(balance)],
          ['Lasts', lastsText(credits)],
          ['X will charge in 30 days', formatMicros(credits.next_30_days_micros)],
          ['Balance recorded', recordedAt],
          ['Alarm', `Under ${credits.alarm_days} days`],
        ]}
      />
      <div>
        <Button size="xs" variant="default" onClick={() => setRecording(true)}>
          {strings.record}
        </Button>
      </div>
      {isRecording ? <RecordBalance onClose={() => setRecording(false)} /> : null}
    </Section>
  );
}

function RecordBalance({ onClose }: { onClose: () => void }) {
  const keyOf = useWish();
  const typed = useDraft('credits-balance', z.string(), '');
  const dollars = dollarsOf(typed.value);
  async function record(reason: string): Promise<void> {
    if (dollars === null) return;
    await call('POST /api/admin/costs/credits', {
      body: { key: keyOf({ dollars, reason }), dollars, reason },
    });
    await invalidate('GET /api/admin/costs', 'GET /api/admin/costs/credits');
    notify.success('Balance recorded.');
  }
  function close(): void {
    typed.drop();
    onClose();
  }
  return (
    <ReasonDialog
      title={strings.recordTitle}
      confirmLabel={strings.record}
      fallback={strings.recordFailed}
      isComplete={dollars !== null}
      onConfirm={record}
      onClose={close}
    >
      {(isChecked) => (
        <TextInput
          label={strings.balance}
          description={strings.balanceHelp}
          inputMode="decimal"
          value={typed.value}
          onChange={(event) => typed.change(event.currentTarget.value)}
          error={isChecked && dollars === null ? strings.balanceFault : null}
          data-autofocus
        />
      )}
    </ReasonDialog>
  );
}
