import type { CustomerOverview } from '@drumbeat/contract/admin/admin.ts';

/** The props of each tab of a customer's page. */
export type TabProps = { user: CustomerOverview };
