import type { Fact, FactFeed } from '@drumbeat/contract/facts/facts.ts';
import type { FactRecord, FeedWithEntries } from './facts.types.ts';

export function factView(fact: FactRecord): Fact {
  return {
    id: String(fact.id),
    kind: fact.kind,
    text: fact.text,
    createdAt: fact.createdAt.toISOString(),
    updatedAt: fact.updatedAt.toISOString(),
  };
}

export function feedView(feed: FeedWithEntries): FactFeed {
  return {
    id: String(feed.id),
    url: feed.url,
    title: feed.title,
    readAt: feed.readAt.toISOString(),
    problem: feed.problem,
    entries: feed.entries.map(({ id, title, url, publishedAt }) => ({
      id: String(id),
      title,
      url,
      publishedAt: publishedAt?.toISOString() ?? null,
    })),
  };
}
