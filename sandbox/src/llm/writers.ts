import { type BadWriter, badWriters, writeBadPost } from './bad-writers.ts';
import { writeGoodPost } from './good-writer.ts';
import { materialFor } from './material.ts';
import { writePosts } from './plain-writer.ts';
import type { Asked } from './read-prompt.ts';
import { writeAgain } from './rewriter.ts';

/** Returns the post with this number; always the same for the same number, facts and post to rewrite. */
export type Writer = (
  asked: Pick<Asked, 'niche'> & Partial<Pick<Asked, 'rewrite' | 'facts'>>,
  number: number,
) => string;

/**
 * The writer that a model's name selects: `plain`, or a bad one (`sloppy`, `inventing`, `hostile`,
 * `repeating`), which with `-held` uses lines held out from tuning. Any other name selects the good one; only
 * that one can rewrite posts.
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

/** The key by which a writer counts its posts: niches that share material share it, to avoid repeats. */
export function countedAs(model: string, niche: string): string {
  return `${model}:${materialFor(niche).title}`;
}
