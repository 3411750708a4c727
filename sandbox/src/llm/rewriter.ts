import { fitsInPost, weightedLength } from '../x/text.ts';
import { writeGoodPost } from './good-writer.ts';
import { type Material, materialFor, type Topic } from './material.ts';

/** A post to rewrite, as parsed from the prompt. */
export interface Rewrite {
  text: string;
  way: string;
  hint: string;
}

/** How many of the sentences that match a hint best are used in rotation. */
const bestSentences = 4;

/** A new version of a post. Versions rotate by `number`: two in a row differ, and none is the original. */
export function writeAgain(niche: string, { text, way, hint }: Rewrite, number: number): string {
  const material = materialFor(niche);
  const topic = topicOf(material, text);
  const versions = versionsFor(way, { material, topic, text, hint }).filter((version) => version !== text);
  return versions.length > 0 ? pick(versions, number) : writeGoodPost(niche, number);
}

interface Given {
  material: Material;
  topic: Topic;
  text: string;
  hint: string;
}

function versionsFor(way: string, given: Given): string[] {
  if (way === 'shorter') return shorter(given);
  if (way === 'angle') return otherAngles(given);
  return byHint(given);
}

/** Each sentence of the post alone; if it has only one, shorter openings of the same topic. */
function shorter({ topic, text }: Given): string[] {
  const sentences = sentencesOf(text);
  if (sentences.length > 1) return sentences;
  return topic.openings.filter((opening) => weightedLength(opening) < weightedLength(text));
}

/** Another opening of the same topic with another continuation. */
function otherAngles({ topic, text }: Given): string[] {
  const openings = topic.openings.filter((one) => !text.includes(one));
  const continuations = topic.continuations.filter((one) => !text.includes(one));
  return openings.map((opening, index) => join(opening, pick(continuations, index)));
}

/** Material that matches the words of the hint; questions if it asks for one. */
function byHint({ material, topic, text, hint }: Given): string[] {
  if (/\?|\b(?:ask|asks|asking|question|questions)\b/i.test(hint)) return questions(material, topic, text);
  const wanted = wordsOf(hint);
  const found = material.topics
    .flatMap((one) => [
      ...one.openings.map((sentence) => ({
        sentence,
        version: join(sentence, pick(one.continuations, sentence.length)),
      })),
      ...one.continuations.map((sentence) => ({ sentence, version: sentence })),
    ])
    .map((each) => ({ ...each, score: sharedWords(wanted, wordsOf(each.sentence)) }))
    .filter(({ score, sentence }) => score > 0 && !text.includes(sentence))
    .sort((a, b) => b.score - a.score);
  const best = found.filter(({ score }) => score === found[0]?.score).slice(0, bestSentences);
  if (best.length === 1) best.push(...found.slice(1, 2));
  return best.length > 0 ? best.map(({ version }) => version) : otherAngles({ material, topic, text, hint });
}

/** The post's own statement followed by a question about its topic if both fit, else only the question. */
function questions({ topics }: Material, topic: Topic, text: string): string[] {
  const statement = sentencesOf(text).find((sentence) => !sentence.endsWith('?'));
  const questionsOf = ({ openings }: Topic) =>
    openings.filter((opening) => opening.endsWith('?') && !text.includes(opening));
  const own = questionsOf(topic);
  const asked =
    own.length > 1 ? own : [...own, ...topics.filter((one) => one !== topic).flatMap(questionsOf)];
  return asked.map((question) => {
    const whole = `${statement} ${question}`;
    return statement && fitsInPost(whole) ? whole : question;
  });
}

/** The topic of the post: the one whose sentences it contains, else the one with most of its words. */
function topicOf({ topics }: Material, text: string): Topic {
  const words = wordsOf(text);
  const scored = topics.map((topic) => {
    const sentences = [...topic.openings, ...topic.continuations];
    const whole = sentences.filter((sentence) => text.includes(sentence)).length;
    return { topic, score: whole * 100 + sharedWords(words, wordsOf(sentences.join(' '))) };
  });
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).topic;
}

function join(first: string, second: string): string {
  const whole = `${first} ${second}`;
  return fitsInPost(whole) ? whole : first;
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/).filter((sentence) => sentence !== '');
}

/** Words of four or more letters, without a plural ending. */
function wordsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.replace(/s$/, '')));
}

function sharedWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((word) => other.has(word)).length;
}

function pick(list: readonly string[], index: number): string {
  return list[index % list.length] as string;
}
