import { FACT_MAX, FACTS_MOST, type FactKind, FEEDS_MOST } from '@drumbeat/contract/facts/facts.rules.ts';

export const kindLabels: Readonly<Record<FactKind, string>> = {
  product: 'Product',
  price: 'Price',
  date: 'Date',
  opinion: 'Opinion',
  story: 'Story',
};

export const strings = {
  title: 'Facts',
  lead: (username: string) => `Facts and feeds that @${username}'s posts may use.`,
  back: 'Settings',
  noAccount: 'Connect an X account first. Facts belong to one account.',
  toAccounts: 'Go to settings',
  sheet: 'Fact sheet',
  counted: (count: number) => `${count} of ${FACTS_MOST} facts`,
  unread: 'Your facts could not be loaded.',
  empty:
    'No facts yet. Without them, posts are opinions, questions and tips without numbers. Add prices, dates and products, and posts can use them.',
  list: 'Your facts',
  newFacts: 'Add facts',
  newFactsHelp: `One fact per line, up to ${FACT_MAX} characters. Start a line with “Price:” or “Date:” to set its kind.`,
  newFactsExample: 'Pro costs $19 a month\nDate: The spring sale ends on 31 March',
  kind: 'Kind of the other lines',
  add: (count: number) => (count > 1 ? `Add ${count} facts` : 'Add fact'),
  adding: 'Adding…',
  addFailed: 'The facts could not be added. Please try again.',
  write: 'Write at least one fact.',
  edit: 'Edit fact',
  editKind: 'Kind',
  remove: 'Delete fact',
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  editFailed: 'The fact could not be saved. Please try again.',
  deleted: 'Fact deleted.',
  undo: 'Undo',
  deleteFailed: 'The fact could not be deleted. Please try again.',
  restoreFailed: 'The fact could not be restored. Please add it again.',
  feeds: 'Feeds',
  feedsLead: 'Posts may also use what these sites say. Each feed is read every 3 hours.',
  feedsOff: 'Feeds are switched off on this server.',
  feedsEmpty: 'No feeds yet.',
  feedsFull: `An account has at most ${FEEDS_MOST} feeds. Remove one to add another.`,
  feedUrl: 'Address of an RSS or Atom feed',
  feedHosts: (hosts: readonly string[]) => `You can add feeds from ${listOf(hosts)}.`,
  feedAdd: 'Add feed',
  feedReading: 'Reading…',
  feedFailed: 'The feed could not be added. Please try again.',
  feedRefreshFailed: 'The feed could not be read. Please try again.',
  feedRefresh: (title: string) => `Read ${title} again`,
  feedRefreshed: 'Feed read.',
  feedRemove: (title: string) => `Remove ${title}`,
  feedRemoveTitle: 'Remove this feed?',
  feedRemoveConfirm: 'Remove feed',
  feedRemoveWords: (title: string) => `New posts no longer use ${title}. Posts already planned stay.`,
  feedRemoved: 'Feed removed.',
  feedRemoveFailed: 'The feed could not be removed. Please try again.',
  feedEntries: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
  feedRead: 'Last read:',
  feedOld: 'Its earlier entries stay in use.',
  supportedBy: 'Supported by',
} as const;

const HOSTS_SHOWN = 5;

function listOf(hosts: readonly string[]): string {
  const shown = hosts.slice(0, HOSTS_SHOWN);
  const more = hosts.length - shown.length;
  if (more === 0) return shown.join(', ');
  return `${shown.join(', ')} and ${more === 1 ? '1 more site' : `${more} more sites`}`;
}
