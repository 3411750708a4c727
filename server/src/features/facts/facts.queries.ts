import type { UserExport } from '@drumbeat/contract/user-data.ts';
import type { Db } from '../../platform/database.ts';
import { sourcesOf } from './facts.rules.ts';
import { deleteFactsOf, selectFacts, selectFactsOfUser } from './facts.store.ts';
import type { Source } from './facts.types.ts';
import { factView } from './facts.view.ts';
import { deleteFeedsOf, selectFeeds, selectFeedsOfUser } from './feeds.store.ts';

/** All that the posts of an account may rest on: at most a hundred facts, and sixty entries of feeds. */
export async function listSources(db: Db, accountId: number): Promise<Source[]> {
  const [facts, feeds] = [await selectFacts(db, accountId), await selectFeeds(db, accountId)];
  return sourcesOf(facts, feeds);
}

/** Deletes what a person wrote down, of one account or of all, with the feeds. */
export async function deleteSources(tx: Db, userId: number, accountId?: number): Promise<void> {
  await deleteFactsOf(tx, userId, accountId);
  await deleteFeedsOf(tx, userId, accountId);
}

/** A person's facts, of all accounts. */
export async function exportFacts(db: Db, userId: number): Promise<UserExport['facts']> {
  const facts = await selectFactsOfUser(db, userId);
  return facts.map((fact) => ({ ...factView(fact), accountId: String(fact.accountId) }));
}

/** The feeds that a person added, of all accounts, without what strangers say in them. */
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
