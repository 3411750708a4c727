/** Costs of X and the models against revenue: credits, plans, and the most expensive customers. */
import type { CallOutput } from '@drumbeat/contract/calls.ts';
import type { CreditState } from '@drumbeat/contract/costs/costs.admin.ts';
import { formatMicros } from '@drumbeat/contract/costs/costs.rules.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod/mini';
import { call } from '../../api/client.ts';
import { invalidate, queryOf, useCurrentUser } from '../../api/query.ts';
import { useDraft } from '../../api/useDraft.ts';
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { Section } from '../../ui/layout/Section.tsx';
import { momentText } from '../../ui/time/time.ts';
import { Facts } from '../console/Facts.tsx';
import { DataTable } from '../console/list/DataTable.tsx';
import { ListState } from '../console/list/ListState.tsx';
import { ReadState } from '../console/ReadState.tsx';
import { ReasonDialog } from '../console/ReasonDialog.tsx';
import { chargeFacts, dollarsOf, lastMonths, lastsText, revenueText } from './costs.rules.ts';
import { strings } from './costs.strings.ts';

export function CostsSection() {
  const costs = useQuery(queryOf('GET /api/admin/costs'));
  return (
    <ReadState read={costs} failed={strings.failed} loading={strings.loading}>
      {({ credits, days, tiers, charges }) => (
        <>
          <Credits credits={credits} />
          <Section title={strings.byTier}>
            <p>{strings.byTierNote(days)}</p>
            {tiers.length === 0 ? <EmptyState>{strings.none}</EmptyState> : <Tiers rows={tiers} />}
          </Section>
          <Section title={strings.charges}>
            <Facts facts={chargeFacts(charges)} />
          </Section>
          <Customers />
        </>
      )}
    </ReadState>
  );
}

function Tiers({ rows }: { rows: CallOutput<'GET /api/admin/costs'>['tiers'] }) {
  return (
    <DataTable
      label={strings.byTier}
      rows={rows}
      rowKey={({ tier }) => tier}
      columns={[
        { name: 'Plan', cell: ({ tier }) => tier },
        { name: 'X', cell: (row) => formatMicros(row.x_micros), isFigure: true },
        { name: 'Models', cell: (row) => formatMicros(row.model_micros), isFigure: true },
        { name: 'Revenue', cell: ({ revenue }) => revenueText(revenue), isFigure: true },
        { name: 'Margin', cell: ({ margin }) => formatMicros(margin), isFigure: true },
      ]}
    />
  );
}

function Customers() {
  const [month, setMonth] = useState(() => lastMonths(new Date())[0] ?? '');
  const list = useQuery(queryOf('GET /api/admin/costs/customers', { query: { month } }));
  const customers = list.data?.customers;
  return (
    <Section title={strings.customers}>
      <p>{strings.customersNote}</p>
      <NativeSelect
        label={strings.month}
        size="xs"
        w={120}
        data={lastMonths(new Date())}
        value={month}
        onChange={(event) => setMonth(event.currentTarget.value)}
      />
      <ListState
        list={list}
        count={customers?.length}
        failed={strings.failed}
        loading={strings.loading}
        none={strings.none}
      >
        <DataTable
          label={strings.customers}
          rows={customers ?? []}
          rowKey={({ user_id }) => user_id}
          columns={[
            { name: 'Customer', cell: ({ email }) => email },
            { name: 'Plan', cell: ({ tier }) => tier },
            { name: 'Posts', cell: ({ posts }) => posts, isFigure: true },
            { name: 'With a link', cell: (row) => row.posts_with_link, isFigure: true },
            { name: 'X', cell: (row) => formatMicros(row.x_micros), isFigure: true },
            { name: 'Models', cell: (row) => formatMicros(row.model_micros), isFigure: true },
            { name: 'Revenue', cell: ({ revenue }) => revenueText(revenue), isFigure: true },
            { name: 'Margin', cell: ({ margin }) => formatMicros(margin), isFigure: true },
          ]}
        />
      </ListState>
    </Section>
  );
}

/** The remaining credits at X, how long they will last, and the dialog to record a new balance. */
function Credits({ credits }: { credits: CreditState }) {
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
  const keyOf = useIdempotencyKey();
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
