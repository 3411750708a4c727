import * as calls from '@drumbeat/contract/facts/facts.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { createFeed } from './create-feed.ts';
import { createFacts, deleteFact, editFact, listFacts } from './edit-facts.ts';
import type { FactsDeps } from './facts.types.ts';
import { factView, feedView } from './facts.view.ts';
import { deleteFeed, refreshFeed } from './refresh-feed.ts';

export function registerFactsRoutes(app: FastifyInstance, deps: FactsDeps): void {
  route(app, calls.listFacts, async ({ actor, query }) => {
    const { facts, feeds } = await listFacts(deps, actor, query);
    return { facts: facts.map(factView), feeds: feeds.map(feedView), feedHosts: [...deps.feeds.hosts] };
  });

  route(app, calls.createFacts, async ({ actor, body }) => {
    const { facts, known } = await createFacts(deps, actor, body);
    return { facts: facts.map(factView), known, message: messageOf(facts.length, known) };
  });
  route(app, calls.editFact, async ({ actor, params, body }) => ({
    fact: factView(await editFact(deps, actor, params.id, body)),
  }));
  route(app, calls.deleteFact, async ({ actor, params }) => {
    await deleteFact(deps, actor, params.id);
    return { message: 'Fact deleted.' };
  });

  route(app, calls.createFactFeed, async ({ actor, body }) => ({
    feed: feedView(await createFeed(deps, actor, body)),
  }));
  route(app, calls.refreshFactFeed, async ({ actor, params }) => ({
    feed: feedView(await refreshFeed(deps, actor, params.id)),
  }));
  route(app, calls.deleteFactFeed, async ({ actor, params }) => {
    await deleteFeed(deps, actor, params.id);
    return { message: 'Feed removed.' };
  });
}

function messageOf(added: number, known: number): string {
  const news = added === 1 ? '1 fact added.' : `${added} facts added.`;
  if (known === 0) return news;
  return `${news} ${known === 1 ? '1 was' : `${known} were`} already there.`;
}
