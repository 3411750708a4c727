import type { Platform } from '../../platform/platform.ts';
import type { LanguageModel } from '../../providers/llm/llm.ts';

export type GenerationDeps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'events' | 'metrics'> & {
  model: LanguageModel;
};
