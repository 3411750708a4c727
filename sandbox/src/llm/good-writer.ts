import { fitsInPost } from '../x/text.ts';
import { type Material, materialFor, type Topic } from './material.ts';

/** One post in this many mentions a fact, if there are any. */
const FACT_EVERY = 5;

/**
 * Writes the post with this number as someone who knows the niche would; a number always gives the same post.
 * Each opening is used once before any repeats, then with another continuation. Some posts add a fact.
 */
export function writeGoodPost(niche: string, number: number, facts: readonly string[] = []): string {
  const material = materialFor(niche);
  const topic = material.topics[number % material.topics.length] as Topic;
  const round = Math.floor(number / material.topics.length) + 3 * (number % material.topics.length);
  const opening = pick(topic.openings, round);
  const pass = Math.floor(number / (material.topics.length * topic.openings.length));
  const tellsFact = facts.length > 0 && number % FACT_EVERY === 0;
  const continuation = tellsFact
    ? sentenceOf(pick(facts, number / FACT_EVERY))
    : pick(topic.continuations, round + pass);
  const whole = `${opening}${number % 4 === 1 ? '\n\n' : ' '}${continuation}`;
  return fitsInPost(whole) ? whole : opening;
}

function sentenceOf(fact: string): string {
  const text = fact.trim().replace(/\s+/g, ' ');
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** How many different posts a niche's material can produce. */
export function goodPostsOf({ topics }: Material): number {
  return topics.reduce((sum, { openings, continuations }) => sum + openings.length * continuations.length, 0);
}

function pick(list: readonly string[], index: number): string {
  return list[index % list.length] as string;
}
