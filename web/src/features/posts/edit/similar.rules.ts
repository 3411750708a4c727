import type { SimilarPosts } from '@drumbeat/contract/posts/posts.rules.ts';
import { ApiError } from '../../../api/errors.ts';

/** The question before a text that is like another post is scheduled. */
export type SimilarQuestion = { message: string; own: SimilarPosts['own'] };

/** The question in a call's error; null for any other error. */
export function similarOf(error: unknown): SimilarQuestion | null {
  if (!(error instanceof ApiError) || error.code !== 'TOO_SIMILAR') return null;
  const own = (error.data as Partial<SimilarPosts> | undefined)?.own;
  return { message: error.message, own: Array.isArray(own) ? own : [] };
}

/** The field that confirms such a text, once the person was asked. */
export function secondPress(wasAsked: boolean): { acceptSimilar?: true } {
  return wasAsked ? { acceptSimilar: true } : {};
}
