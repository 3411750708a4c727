import type { BulkPerson } from '@drumbeat/contract/admin/bulk.admin.ts';
import type { BulkAction } from '@drumbeat/contract/admin/bulk.rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { invalidate, queryOf } from '../../../api/query.ts';
import { notify } from '../../../ui/feedback/toasts.ts';
import { refreshCustomer } from '../customer/customer-calls.ts';
import { outcomeSentence } from './bulk.rules.ts';

/** The dry run of a bulk action and the run of its plan; the error of a run stays until the next attempt. */
export function useBulkRun(action: BulkAction, ids: readonly string[]) {
  const wish = { action, ids: [...ids] };
  const look = useQuery({
    ...queryOf('POST /api/admin/users/bulk', { body: { ...wish, dry_run: true } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [outcome, setOutcome] = useState<BulkPerson[] | null>(null);

  async function run(reason: string): Promise<void> {
    if (isBusy || !look.data?.plan) return;
    setBusy(true);
    setError(null);
    try {
      const body = { ...wish, dry_run: false, plan: look.data.plan, reason };
      const { people } = await call('POST /api/admin/users/bulk', { body });
      setOutcome(withEmails(people, look.data.people));
      const has = (what: BulkPerson['outcome']) => people.some(({ outcome }) => outcome === what);
      const tell = has('failed') ? notify.alert : notify.success;
      if (has('done')) tell(outcomeSentence(action, people));
      void refreshCustomer();
      void invalidate('GET /api/admin/users/all', 'GET /api/admin/users');
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  }

  function lookAgain(): void {
    setError(null);
    void look.refetch();
  }
  return { look, lookAgain, run, isBusy, error, outcome };
}

/** Uses the email from the dry run for people whom the run could not read. */
function withEmails(people: readonly BulkPerson[], seen: readonly BulkPerson[]): BulkPerson[] {
  const emails = new Map(seen.map(({ id, email }) => [id, email]));
  return people.map((person) => ({ ...person, email: person.email ?? emails.get(person.id) ?? null }));
}
