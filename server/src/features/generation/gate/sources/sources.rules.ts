import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import { linksOf } from '../../../facts/facts.rules.ts';
import { figuresOf } from '../checks/figures.rules.ts';
import { functionWords, plainWord, wordsOf } from '../checks/words.rules.ts';
import type { Language, Source } from '../gate.types.ts';
import { THRESHOLDS } from '../thresholds.rules.ts';
import { type Claim, claimsOf } from './claims.rules.ts';

const readSources = new WeakMap<readonly Source[], readonly ReadSource[]>();
/** The most sources of one text; more claims do not fit into a post. */
const LINKS_MOST = 20;

/** A claim of a text and the source that supports it. */
type SourceLink = { claim: Claim; sourceId: string };

type ReadSource = { id: string; stems: ReadonlySet<string>; values: ReadonlySet<string> };

/** The claims of a text that a source supports, each with its source, and the first unsupported one. */
export function checkClaims(
  text: string,
  language: Language,
  sources: readonly Source[],
): { links: SourceLink[]; unsupported: Claim | undefined } {
  const read = readAll(sources);
  const links: SourceLink[] = [];
  let unsupported: Claim | undefined;
  const whole = stemsOf(text);
  for (const claim of claimsOf(text, language)) {
    const source = read.find((one) => supports(one, claim)) ?? read.find((one) => tellsOf(one, claim, whole));
    if (source) links.push({ claim, sourceId: source.id });
    else unsupported ??= claim;
  }
  return { links, unsupported };
}

/** Cached: the list of sources is the same for each draft of a batch. */
function readAll(sources: readonly Source[]): readonly ReadSource[] {
  const known = readSources.get(sources);
  if (known) return known;
  const read = sources.map(({ id, label, text }) => ({
    id,
    stems: new Set(stemsOf(`${label} ${text}`)),
    values: new Set(figuresOf(text).map(amountOf)),
  }));
  readSources.set(sources, read);
  return read;
}

/** 45 percent and 45 of something are different amounts. */
function amountOf({ value, isShare }: Pick<Claim, 'value' | 'isShare'>): string {
  return `${value}${isShare ? '%' : ''}`;
}

function hasAmount(source: ReadSource, claim: Claim): boolean {
  return claim.value === undefined || source.values.has(amountOf(claim));
}

function supports(source: ReadSource, claim: Claim): boolean {
  if (!hasAmount(source, claim)) return false;
  if (claim.kind === 'figure') return true;
  const stems = stemsOf(claim.quote);
  const shared = stems.filter((stem) => source.stems.has(stem)).length;
  if (claim.kind === 'name') return shared === stems.length;
  if (claim.kind === 'quotation') return shared >= stems.length * 0.8;
  return shared > 0 && shared >= stems.length * THRESHOLDS.claimSupport;
}

/**
 * Whether a source covers the subject of the whole text: a story may spread a fact over several sentences.
 */
function tellsOf(source: ReadSource, claim: Claim, whole: readonly string[]): boolean {
  if (claim.kind === 'name' || claim.kind === 'quotation') return false;
  if (!hasAmount(source, claim)) return false;
  return whole.filter((stem) => source.stems.has(stem)).length >= THRESHOLDS.storyWords;
}

/** The meaningful words of a text without their endings: 'watered' and 'watering' are the same. */
function stemsOf(text: string): string[] {
  return wordsOf(text)
    .map(plainWord)
    .filter((word) => !functionWords.has(word))
    .map((word) => word.replace(/'s$/, ''))
    .map((word) => (word.length > 4 ? word.replace(/(?:ings?|ed|es|s|e|ly)$/, '') : word.replace(/s$/, '')));
}

/**
 * The sources of a text, each once: for figures first, then for names, quotations and deeds. In a text
 * written by a person, some claims may have none.
 */
export function linksFor(text: string, sources: readonly Source[], language: Language): PostSource[] {
  const links = linksOf(text, sources);
  const byId = new Map(sources.map((source) => [source.id, source]));
  for (const { claim, sourceId } of checkClaims(text, language, sources).links) {
    const source = byId.get(sourceId);
    if (claim.kind === 'figure' || !source || links.some((link) => link.sourceId === sourceId)) continue;
    links.push({ claim: claim.quote, sourceId, label: source.label, url: source.url });
  }
  return links.slice(0, LINKS_MOST);
}
