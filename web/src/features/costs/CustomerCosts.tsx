/** On a customer's page: their costs against what they paid, and the links of their plan. */
import { formatMicros } from '@drumbeat/contract/costs.rules.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { Section } from '../../ui/Section.tsx';
import { Facts } from '../console/Facts.tsx';
import { RowSkeletons } from '../console/RowSkeletons.tsx';
import { StaffError } from '../console/StaffError.tsx';
import { chargeFacts, revenueText } from './costs.rules.ts';
import { strings } from './costs.strings.ts';

export function CustomerCosts({ id }: { id: string }) {
  const read = useQuery(queryOf('GET /api/admin/users/:id/costs', { params: { id } }));
  return (
    <Section title={strings.ofCustomer}>
      {read.isError ? (
        <StaffError error={read.error} fallback={strings.failed} onRetry={read.refetch} />
      ) : null}
      {read.isLoading ? <RowSkeletons label={strings.loading} /> : null}
      {read.data ? (
        <>
          <p>{strings.byTierNote(read.data.days)}</p>
          <Facts
            facts={[
              ...chargeFacts(read.data.costs),
              ['Revenue', revenueText(read.data.revenue)],
              ['Margin', formatMicros(read.data.margin)],
              ['Links of the plan', `${read.data.links.used} of ${read.data.links.limit} this cycle`],
            ]}
          />
        </>
      ) : null}
    </Section>
  );
}
