import { formatMicros, xPrices } from '@drumbeat/contract/costs.rules.ts';

export const strings = {
  linkTitle: `X bills ${formatMicros(xPrices.post_with_link)} for a post with a link instead of ${formatMicros(xPrices.post)}. Your plan has a number of them each cycle.`,
  failed: 'Failed to load costs',
  loading: 'Loading costs',
  credits: 'Credits at X',
  creditsNote: 'X keeps the balance. Note it here after you buy credits; our ledger counts it down.',
  record: 'Note the balance',
  recordTitle: 'Note what X says is left',
  balance: 'Balance in dollars',
  balanceHelp: 'As the developer console of X shows it.',
  balanceFault: 'Enter dollars and cents, from 0 to 1,000,000.',
  recordFailed: 'The balance could not be noted.',
  unknown: 'Not noted yet',
  byTier: 'Costs against revenue by plan',
  byTierNote: (days: number) => `The last ${days} days, in UTC. The margin is revenue in dollars less costs.`,
  charges: 'Costs by what was charged',
  customers: 'Customers that cost most',
  customersNote:
    'In a calendar month of UTC, counted each minute. The 100 dearest; deleted accounts are left out.',
  month: 'Month',
  none: 'No costs yet.',
  ofCustomer: 'Costs',
} as const;
