import type { UserExport } from '@drumbeat/contract/user-data/user-data.ts';
import type { Db } from '../../platform/database/database.ts';
import { sourcesOf } from './facts.rules.ts';
import { deleteFactsOf, selectFacts, selectFactsOfUser } from './facts.store.ts';
import type { Source } from './facts.types.ts';
import { factView } from './facts.view.ts';
import { deleteFeedsOf, selectFeeds, selectFeedsOfUser } from './feeds.store.ts';

/** The sources for an account's posts: at most a hundred facts and sixty feed entries. */
export async function listSources(db: Db, accountId: number): Promise<Source[]> {
  const [facts, feeds] = [await selectFacts(db, accountId), await selectFeeds(db, accountId)];
  return sourcesOf(facts, feeds);
}

/** Deletes a person's facts and feeds, of one account or of all. */
export async function deleteSources(tx: Db, userId: number, accountId?: number): Promise<void> {
  await deleteFactsOf(tx, userId, accountId);
  await deleteFeedsOf(tx, userId, accountId);
}

/** A person's facts, from all accounts. */
export async function exportFacts(db: Db, userId: number): Promise<UserExport['facts']> {
  const facts = await selectFactsOfUser(db, userId);
  return facts.map((fact) => ({ ...factView(fact), accountId: String(fact.accountId) }));
}

/** A person's feeds, from all accounts, without their entries, which other people wrote. */
export async function exportFactFeeds(db: Db, userId: number): Promise<UserExport['factFeeds']> {
  const feeds = await selectFeedsOfUser(db, userId);
  return feeds.map(({ id, accountId, url, title, createdAt }) => ({
    id: String(id),
    accountId: String(accountId),
    url,
    title,
    createdAt: createdAt.toISOString(),
  }));
}
