/** Costs of X and the models against revenue: credits, plans, and the most expensive customers. */
import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { formatMicros } from '@drumbeat/contract/costs/costs.rules.ts';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../api/query.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { Facts } from '../console/Facts.tsx';
import { DataTable } from '../console/list/DataTable.tsx';
import { ListState } from '../console/list/ListState.tsx';
import { ReadState } from '../console/ReadState.tsx';
import { Credits } from './Credits.tsx';
import { chargeFacts, lastMonths, revenueText } from './costs.rules.ts';
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
