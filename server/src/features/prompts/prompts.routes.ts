import type { PromptHeading, PromptTemplate } from '@drumbeat/contract/prompts/prompts.ts';
import * as calls from '@drumbeat/contract/prompts/prompts.ts';
import { DEFAULT_LOCALE } from '@drumbeat/contract/text/templates.rules.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { getPrompt, listPrompts, listPromptVersions } from './list-prompts.ts';
import type { PromptsDeps, ShownPrompt } from './prompts.types.ts';
import { renderPromptPreview } from './render-prompts.ts';
import { savePrompt, withdrawPrompt } from './save-prompt.ts';

export function registerPromptsAdminRoutes(app: FastifyInstance, deps: PromptsDeps): void {
  route(app, calls.listPrompts, async ({ query }) => ({
    templates: (await listPrompts(deps.db, query)).map(headingView),
  }));
  route(app, calls.getPrompt, async ({ params, query }) => ({
    template: promptView(
      await getPrompt(deps.db, { ...query, templateKey: params.key, niche: query.niche ?? '' }),
    ),
  }));
  route(app, calls.savePrompt, async ({ actor, params, query, body }) => {
    const { is_published: isPublished, ...rest } = body;
    const saved = await savePrompt(deps, actor, {
      ...rest,
      templateKey: params.key,
      locale: body.locale ?? query.locale ?? DEFAULT_LOCALE,
      niche: (body.niche === undefined ? query.niche : body.niche) ?? '',
      isPublished,
    });
    return { template: promptView(saved) };
  });
  route(app, calls.withdrawPrompt, async ({ actor, params, body }) => ({
    template: promptView(
      await withdrawPrompt(deps, actor, { ...body, templateKey: params.key, niche: body.niche ?? '' }),
    ),
  }));
  route(app, calls.previewPrompt, async ({ params, body }) => ({
    content: await renderPromptPreview(deps, { ...body, templateKey: params.key, niche: body.niche ?? '' }),
  }));
  route(app, calls.listPromptVersions, ({ params, query }) =>
    listPromptVersions(deps.db, { ...query, templateKey: params.key, niche: query.niche ?? '' }),
  );
}

function headingView(prompt: ShownPrompt): PromptHeading {
  return {
    template_key: prompt.templateKey,
    role: prompt.role,
    model: prompt.model,
    description: prompt.description,
    locale: prompt.locale,
    niche: prompt.niche || null,
    is_published: prompt.isPublished,
    version: prompt.version,
    published_version: prompt.publishedVersion,
    updated_at: prompt.updatedAt.toISOString(),
  };
}

function promptView(prompt: ShownPrompt): PromptTemplate {
  return { ...headingView(prompt), content: prompt.content, variables: prompt.variables };
}
