import type { JobStatus } from '@drumbeat/contract/generation/generation.ts';
import type { Platform } from '../../platform/platform.ts';
import type { LanguageModel } from '../../providers/llm/llm.ts';
import type { KeptRefusal } from './gate/gate.types.ts';
import type { Slot } from './jobs/slots.rules.ts';

export type GenerationDeps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'events' | 'metrics'> & {
  model: LanguageModel;
};

/** A generation job as stored. */
export type GenerationJob = {
  id: string;
  userId: number;
  accountId: number;
  status: JobStatus;
  /**
   * A calendar for the person to review and save, or ad posts for a staff account, which are saved at once.
   */
  kind: 'calendar' | 'ads';
  niche: string;
  isInTrial: boolean;
  /** The length of the period that it plans, in words. */
  daysText: string;
  /**
   * Whether saving it as the schedule deletes the account's pending and failed posts; the person agreed to
   * that.
   */
  replaces: boolean;
  slots: Slot[];
  /** Accepted texts, in the order of the slots. */
  drafts: string[];
  /** The current round: 1 asks for every post, later ones replace refused drafts. */
  round: number;
  /** How many posts this round still has to ask for. */
  toAsk: number;
  /** Consecutive calls that did not reach the model. */
  failures: number;
  /** Why earlier drafts were refused: a few refusals for each fault. */
  refusals: KeptRefusal[];
  error: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** When its posts were saved; a job is saved once. */
  usedAt: Date | null;
  /** When its posts were saved as the schedule of the cycle. */
  finalizedAt: Date | null;
};

/** An X account as far as generation needs it. */
export type GenerationAccount = {
  id: number;
  username: string;
  niche: string | null;
  connectedAt: Date;
  isActive: boolean;
  needsReconnect: boolean;
};
