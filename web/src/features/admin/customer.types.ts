import type { CustomerOverview } from '@drumbeat/contract/admin.ts';

/** What each tab of a customer's page is given. */
export type TabProps = { user: CustomerOverview };
