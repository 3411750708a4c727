/** On a customer's page: their costs against what they paid, and the links of their plan. */
import { formatMicros } from '@drumbeat/contract/costs/costs.rules.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { Section } from '../../ui/layout/Section.tsx';
import { Facts } from '../console/Facts.tsx';
import { ReadState } from '../console/ReadState.tsx';
import { chargeFacts, revenueText } from './costs.rules.ts';
import { strings } from './costs.strings.ts';

export function CustomerCosts({ id }: { id: string }) {
  const read = useQuery(queryOf('GET /api/admin/users/:id/costs', { params: { id } }));
  return (
    <Section title={strings.ofCustomer}>
      <ReadState read={read} failed={strings.failed} loading={strings.loading}>
        {({ days, costs, revenue, margin, links }) => (
          <>
            <p>{strings.byTierNote(days)}</p>
            <Facts
              facts={[
                ...chargeFacts(costs),
                ['Revenue', revenueText(revenue)],
                ['Margin', formatMicros(margin)],
                ['Links of the plan', `${links.used} of ${links.limit} this cycle`],
              ]}
            />
          </>
        )}
      </ReadState>
    </Section>
  );
}
