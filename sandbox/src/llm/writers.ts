import { type BadWriter, badWriters, writeBadPost } from './bad-writers.ts';
import { writeGoodPost } from './good-writer.ts';
import { materialFor } from './material.ts';
import { writePosts } from './plain-writer.ts';
import type { Asked } from './read-prompt.ts';
import { writeAgain } from './rewriter.ts';

/** Who writes: post number `number` of a niche, always the same for the same number, facts and post to write again. */
export type Writer = (
  asked: Pick<Asked, 'niche'> & Partial<Pick<Asked, 'rewrite' | 'facts'>>,
  number: number,
) => string;

/**
 * The writer that a model's name asks for: `plain`, `sloppy`, `inventing`, `hostile` or `repeating`, each of the bad ones
 * also with `-held` for lines that nothing was fitted to. Every other name gets the good one, who alone can write a post again.
 */
export function writerFor(model: string): Writer {
  if (model === 'plain') return ({ niche }, number) => writePosts(niche, number, 1)[0] ?? '';
  const [name, held] = model.split('-');
  const bad = badWriters.find((one): one is BadWriter => one === name);
  if (!bad) return writeWell;
  return ({ niche }, number) => writeBadPost(bad, held === 'held' ? 'held' : 'seen', niche, number);
}

function writeWell({ niche, rewrite, facts }: Parameters<Writer>[0], number: number): string {
  return rewrite ? writeAgain(niche, rewrite, number) : writeGoodPost(niche, number, facts);
}

/** What a writer counts its posts by: niches that share their material share their count, so that no two get one post. */
export function countedAs(model: string, niche: string): string {
  return `${model}:${materialFor(niche).title}`;
}
