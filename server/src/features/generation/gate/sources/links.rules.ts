import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import { linksOf } from '../../../facts/facts.rules.ts';
import type { Language, Source } from '../gate.types.ts';
import { checkClaims } from './sources.rules.ts';

/** The most sources of one text; more claims do not fit into a post. */
const LINKS_MOST = 20;

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
