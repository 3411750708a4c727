import type { Random } from './random.ts';

/** A person with one X account, and a session to call the API with. */
export type Person = { userId: number; accountId: number; username: string; session: string };

/**
 * What the API's answers promise about a post. A lost answer leaves two possible outcomes, so these are
 * lists: the texts that the timeline may show, and the earliest times at which it may show them.
 */
export type Promised = {
  number: number;
  id: number;
  person: Person;
  texts: string[];
  notBefore: number[];
  deleted: 'no' | 'yes' | 'perhaps';
  versions: number;
  /** Whether a person changed its place in the order, by moving or retrying it. */
  reordered: boolean;
};

const WORDS = 'a river keeps its own slow count of every stone that ever asked it to wait'.split(' ');

/** A text that no other post and no other version of this post has. */
export function textOf(number: number, version: number, random: Random): string {
  const words = Array.from({ length: 6 }, () => random.pick(WORDS)).join(' ');
  return `Post ${number} version ${version}: ${words}`;
}

/** The post that a text belongs to. */
export function numberOf(text: string): number | undefined {
  const found = /^Post (\d+) version \d+: /.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

export function newPromise(post: {
  number: number;
  id: number;
  person: Person;
  at: number;
  text: string;
}): Promised {
  const { number, id, person, at, text } = post;
  return { number, id, person, texts: [text], notBefore: [at], deleted: 'no', versions: 1, reordered: false };
}

/** Accepted changes hold and refused ones change nothing; without an answer, either is possible. */
export type Answer = 'accepted' | 'refused' | 'none';

/** Records the answer to an edit. */
export function promiseEdit(post: Promised, edit: { text?: string; at?: number }, answer: Answer): void {
  if (answer === 'refused') return;
  if (edit.at !== undefined) post.reordered = true;
  const keep = answer === 'none';
  if (edit.text !== undefined) post.texts = [...(keep ? post.texts : []), edit.text];
  if (edit.at !== undefined) post.notBefore = [...(keep ? post.notBefore : []), edit.at];
}

/** Records the answer to a deletion. */
export function promiseDeletion(post: Promised, answer: Answer): void {
  if (answer === 'accepted') post.deleted = 'yes';
  else if (answer === 'none' && post.deleted === 'no') post.deleted = 'perhaps';
}
