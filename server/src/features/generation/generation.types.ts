import type { JobStatus } from '@drumbeat/contract/generation.ts';
import type { KeptRefusal } from './gate/gate.types.ts';
import type { Slot } from './slots.rules.ts';

/** A generation job as the database keeps it. */
export type GenerationJob = {
  id: string;
  userId: number;
  accountId: number;
  status: JobStatus;
  /** A calendar that its person reviews and saves, or ad posts for an account of staff, saved at once. */
  kind: 'calendar' | 'ads';
  niche: string;
  isInTrial: boolean;
  /** How long the plan reaches, in words. */
  daysText: string;
  /** Whether saving it as the schedule deletes what is pending or failed on the account: the person agreed to that. */
  replaces: boolean;
  slots: Slot[];
  /** Accepted texts; the first belongs to the first slot. */
  drafts: string[];
  /** The round: 1 asks for every post, later ones ask again for what was refused. */
  round: number;
  /** How many posts this round has still to ask for. */
  toAsk: number;
  /** Calls in a row that did not reach the model. */
  failures: number;
  /** What was wrong with earlier answers: a few refusals of each fault. */
  refusals: KeptRefusal[];
  error: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** When its posts were saved; a job is saved once. */
  usedAt: Date | null;
  /** When its posts were saved as the cycle's schedule. */
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
