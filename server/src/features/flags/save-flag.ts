import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { recordChange } from '../audit/record-audit.ts';
import { saveVersion } from '../versions/save-version.ts';
import { publicFlagFault } from './flags.rules.ts';
import { selectFlag, upsertFlag } from './flags.store.ts';
import type { FlagContent, FlagsDeps, SavedFlag } from './flags.types.ts';

type Input = {
  key: string;
  value?: unknown;
  description?: string | undefined;
  version?: number | undefined;
  reason?: string | undefined;
};

/**
 * Creates or updates a flag, for staff; every version is kept. Throws VALIDATION_FAILED if browsers could not
 * read the value, and STALE_VERSION if somebody else has saved it since.
 */
export async function saveFlag(
  deps: FlagsDeps,
  actor: Actor,
  { key, value = null, description, version: readVersion, reason }: Input,
): Promise<SavedFlag> {
  const fault = publicFlagFault(key, value);
  if (fault) throw new AppError('VALIDATION_FAILED', fault, { data: { fields: { value: fault } } });
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const former = await selectFlag(tx, key);
    const content = { value, description: description ?? former?.description ?? '' };
    const { version, before } = await saveVersion<FlagContent>(deps, tx, actor, {
      subject: { type: 'flag', id: key },
      content,
      isPublished: true,
      readVersion,
      reason,
    });
    const saved = { key, ...content, version, updatedAt: at };
    await upsertFlag(tx, saved);
    await recordChange(tx, actor, {
      at,
      action: 'flags.saved',
      target: { type: 'flag', id: key },
      details: { version },
      before: before?.content ?? null,
      after: content,
      reason,
    });
    return saved;
  });
}
