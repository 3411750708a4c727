import type { Flag } from '@drumbeat/contract/flags/flags.admin.ts';
import type { SavedFlag } from './flags.types.ts';

export function flagView({ key, value, description, version, updatedAt }: SavedFlag): Flag {
  return { key, value, description, version, updated_at: updatedAt.toISOString() };
}
