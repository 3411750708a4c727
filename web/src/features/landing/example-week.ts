/** The landing page's animated example week: what is shown at each step. Pure. */
export type ExampleStatus = 'Pending' | 'Processing' | 'Posted';
export type ExamplePost = { id: string; when: string; text: string };

export const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export const hours = ['09:00', '18:00'] as const;
/** Slots in order of time: two per day, fourteen in total. */
export const SLOTS = days.length * hours.length;

export const posts: readonly ExamplePost[] = [
  {
    id: 'espresso',
    when: 'Wed 18:00',
    text: "Your espresso tastes sour? Grind one step finer before you touch anything else. It's the grind nine times out of ten.",
  },
  {
    id: 'descale',
    when: 'Thu 09:00',
    text: 'A descaled machine brews at the temperature it claims. If yours has not seen descaler since spring, today is a good day.',
  },
  {
    id: 'beans',
    when: 'Thu 18:00',
    text: 'Fresh is not freshest: most beans open up 7 to 14 days after roasting. What is the date on your bag?',
  },
];

/** The slot of the first post that is shown in full. */
const FIRST = 5;
/** The steps that fill the calendar, then those in which one post is published. */
export const LAST_BEAT = SLOTS + 2;

/** Whether a slot holds a post at this step. */
export function isFilled(slot: number, beat: number): boolean {
  return slot < beat;
}

/** A slot's status: earlier ones are Posted; once all are filled, the next goes via Processing to Posted. */
export function statusAt(slot: number, beat: number): ExampleStatus {
  if (slot < FIRST) return 'Posted';
  if (slot > FIRST || beat <= SLOTS) return 'Pending';
  return beat === SLOTS + 1 ? 'Processing' : 'Posted';
}

/** The status of each post that is shown in full, in order. */
export function listAt(beat: number): ExampleStatus[] {
  return posts.map((_, index) => statusAt(FIRST + index, beat));
}

/** Every status that one of the fully shown posts goes through, in order. */
export function statesOf(at: number): ExampleStatus[] {
  const all = Array.from({ length: LAST_BEAT + 1 }, (_, beat) => listAt(beat)[at] ?? 'Pending');
  return [...new Set(all)];
}

/** Whether a post is shown in full at this step; they appear one by one as the calendar fills. */
export function isShown(at: number, beat: number): boolean {
  return beat > 6 + at * 3;
}
