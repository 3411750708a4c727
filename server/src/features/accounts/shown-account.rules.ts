import type { Entitlements } from '@drumbeat/contract/billing/billing.entities.ts';
import type { SelectedAccount, XAccountRecord } from './accounts.types.ts';
import { nicheChangesUsed, runningPeriod } from './niche-changes.rules.ts';

/** What a person's view shows of the selected account, depending on their plan. */
export function shownAccount(
  account: Pick<XAccountRecord, 'profileImageUrl' | 'nicheUpdateCount' | 'nicheUpdatePeriodEnd'>,
  entitlements: Pick<Entitlements, 'nicheChangeLimitPerAccount'>,
  now: Date,
): SelectedAccount {
  const left = entitlements.nicheChangeLimitPerAccount - nicheChangesUsed(account, now);
  return {
    profileImageUrl: account.profileImageUrl,
    nicheUpdateRemaining: Math.max(0, left),
    nicheUpdatePeriodEnd: runningPeriod(account, now),
  };
}
