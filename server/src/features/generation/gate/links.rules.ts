import type { PostSource } from '@drumbeat/contract/facts.ts';
import { linksOf } from '../../facts/facts.rules.ts';
import type { Language, Source } from './gate.types.ts';
import { checkClaims } from './sources.rules.ts';

/** The most links of one text: more than fit into a post. */
const LINKS_MOST = 20;

/**
 * What supports a text: its figures, then its names, quotations and deeds, each source once. Of what a person wrote some
 * may have no source.
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
