import { formatMicros, xPrices } from '@drumbeat/contract/costs/costs.rules.ts';

export const strings = {
  linkTitle: `X bills ${formatMicros(xPrices.post_with_link)} for a post with a link instead of ${formatMicros(xPrices.post)}. Your plan includes a set number of them each cycle.`,
  failed: 'Failed to load costs',
  loading: 'Loading costs',
  credits: 'Credits at X',
  creditsNote:
    'X holds the balance. Record it here after you buy credits; our ledger then subtracts what is spent.',
  record: 'Record balance',
  recordTitle: 'Record the balance shown by X',
  balance: 'Balance in dollars',
  balanceHelp: "As shown in X's developer console.",
  balanceFault: 'Enter dollars and cents, from 0 to 1,000,000.',
  recordFailed: 'The balance could not be recorded.',
  unknown: 'Not recorded yet',
  byTier: 'Costs against revenue by plan',
  byTierNote: (days: number) => `The last ${days} days, in UTC. The margin is revenue in dollars less costs.`,
  charges: 'Costs by type',
  customers: 'Most expensive customers',
  customersNote:
    'Per calendar month (UTC), updated every minute. The top 100 by cost, without deleted accounts.',
  month: 'Month',
  none: 'No costs yet.',
  ofCustomer: 'Costs',
} as const;
