export const strings = {
  table: 'Audit log',
  loading: 'Loading the audit log',
  none: 'No entries match.',
  failed: 'Failed to load audit logs',
  search: 'Search',
  searchHint: 'Email, request id, action',
  actor: 'Actor id',
  action: 'Action',
  target: 'Target id',
  from: 'From',
  to: 'To',
  limit: 'Show',
  before: 'Before',
  after: 'After',
  details: 'Details',
  nothing: 'Nothing',
  program: 'The program',
  openCustomer: 'Open customer',
} as const;

/** How many entries are shown, whatever the selector says. */
export function shownText(count: number, limit: number): string {
  if (count < limit) return count === 1 ? '1 entry' : `${count} entries`;
  return count === 1 ? 'The latest entry' : `The latest ${count} entries`;
}
