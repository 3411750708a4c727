import type { BulkPerson } from '@drumbeat/contract/admin/bulk.admin.ts';
import type { BulkAction } from '@drumbeat/contract/admin/bulk.rules.ts';

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`);
const are = (count: number): string => (count === 1 ? 'is' : 'are');

type Words = {
  /** Shown in the menu and as the dialog's title. */
  name: string;
  confirm: (count: number) => string;
  /** The words after a number of people: will be, are already, cannot be, and were changed. */
  will: string;
  already: (count: number) => string;
  cannot: string;
  done: string;
};

export const actionWords: Record<BulkAction, Words> = {
  pause_posts: {
    name: 'Pause posts',
    confirm: (count) => `Pause ${people(count)}`,
    will: 'will be paused',
    already: (count) => `${are(count)} already paused`,
    cannot: 'cannot be',
    done: 'paused',
  },
  resume_posts: {
    name: 'Resume posts',
    confirm: (count) => `Resume ${people(count)}`,
    will: 'will be resumed',
    already: (count) => `${are(count)} not paused`,
    cannot: 'cannot be',
    done: 'resumed',
  },
  resend_verification: {
    name: 'Resend verification email',
    confirm: (count) => `Email ${people(count)}`,
    will: 'will be emailed',
    already: (count) => `${are(count)} already verified`,
    cannot: 'cannot be',
    done: 'emailed',
  },
  grant_generation: {
    name: 'Grant one generation',
    confirm: (count) => `Grant to ${people(count)}`,
    will: 'will be granted one',
    already: (count) => `already ${count === 1 ? 'has' : 'have'} one`,
    cannot: 'cannot be',
    done: 'granted one',
  },
  reset_generation: {
    name: 'Reset generations',
    confirm: (count) => `Reset for ${people(count)}`,
    will: 'will be reset',
    already: (count) => `${are(count)} already reset`,
    cannot: 'cannot be',
    done: 'reset',
  },
  end_sessions: {
    name: 'Sign out everywhere',
    confirm: (count) => `Sign out ${people(count)}`,
    will: 'will be signed out',
    already: (count) => `${are(count)} already signed out`,
    cannot: 'cannot be',
    done: 'signed out',
  },
  retry_failed: {
    name: 'Retry failed posts',
    confirm: (count) => `Retry for ${people(count)}`,
    will: 'will have failed posts queued again',
    already: (count) => `${count === 1 ? 'has' : 'have'} none`,
    cannot: 'cannot',
    done: 'had failed posts queued again',
  },
};

export const outcomeWords: Record<NonNullable<BulkPerson['outcome']>, string> = {
  done: 'Done',
  left: 'No change',
  changed_since: 'Skipped',
  failed: 'Failed',
};

export const bulkStrings = {
  bar: 'Selected people',
  actions: 'Actions',
  clear: 'Clear',
  chosen: (count: number) => `${count} selected`,
  full: (max: number) => `One action takes at most ${max} people.`,
  looking: 'Checking what would change',
  lookFailed: 'The changes could not be checked.',
  lookAgain: 'Check again',
  runFailed: 'No answer arrived. You can safely send it again: nobody is changed twice.',
  running: 'Working…',
  cancel: 'Cancel',
  planned: 'What would happen',
  outcomes: 'What happened',
  undo: 'Undo',
  undone: 'Undone',
  done: 'Done',
} as const;
