import type { SimilarPosts } from '@drumbeat/contract/posts.rules.ts';
import { ApiError } from '../../api/errors.ts';

/** What is asked before a text like another post is scheduled. */
export type SimilarQuestion = { message: string; own: SimilarPosts['own'] };

/** The question that a call ended with; null for any other end. */
export function similarOf(error: unknown): SimilarQuestion | null {
  if (!(error instanceof ApiError) || error.code !== 'TOO_SIMILAR') return null;
  const own = (error.data as Partial<SimilarPosts> | undefined)?.own;
  return { message: error.message, own: Array.isArray(own) ? own : [] };
}

/** What a call says once the person was asked and pressed again. */
export function secondPress(wasAsked: boolean): { acceptSimilar?: true } {
  return wasAsked ? { acceptSimilar: true } : {};
}
