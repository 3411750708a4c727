import { type PromptRole, promptRoles } from '@drumbeat/contract/prompts/prompts.rules.ts';
import type { PromptHeading, PromptTemplate } from '@drumbeat/contract/prompts/prompts.ts';
import { DEFAULT_LOCALE } from '@drumbeat/contract/text/templates.rules.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { invalidate, queryOf } from '../../api/query.ts';
import { ReadState } from '../console/ReadState.tsx';
import { textOfJson, variablesFault, variablesOf } from '../console/versions/json.rules.ts';
import { TemplatePreview } from '../console/versions/TemplatePreview.tsx';
import { type Saving, type Values, VersionedEditor } from '../console/versions/VersionedEditor.tsx';
import { VersionHistory } from '../console/versions/VersionHistory.tsx';
import { strings as versioned } from '../console/versions/versioned.strings.ts';
import { strings } from './prompts.strings.ts';

type Props = { heading: PromptHeading | undefined; onSaved: (id: string) => void };

/** The editor of one prompt, or of a new one. */
export function PromptEditor({ heading, onSaved }: Props) {
  return heading ? <SavedPrompt heading={heading} onSaved={onSaved} /> : <Editor onSaved={onSaved} />;
}

function SavedPrompt({ heading, onSaved }: { heading: PromptHeading; onSaved: (id: string) => void }) {
  const { template_key: key, locale, niche } = heading;
  const query = { locale, ...(niche ? { niche } : {}), includeDrafts: 'true' } as const;
  const read = useQuery(queryOf('GET /api/admin/prompts/:key', { params: { key }, query }));
  return (
    <ReadState read={read} failed={strings.failed} loading={strings.loading}>
      {({ template }) => <Editor prompt={template} onSaved={onSaved} />}
    </ReadState>
  );
}

const fieldsFor = (isNew: boolean) => [
  { name: 'key', label: strings.key, help: strings.keyHelp, isFixed: !isNew },
  { name: 'role', label: strings.role, choices: promptRoles },
  { name: 'locale', label: strings.locale },
  { name: 'niche', label: strings.niche, help: strings.nicheHelp },
  { name: 'model', label: strings.model, help: strings.modelHelp },
  { name: 'description', label: strings.description },
  { name: 'content', label: strings.content, help: strings.contentHelp, rows: 8 },
  { name: 'variables', label: strings.variables, help: strings.variablesHelp, rows: 2 },
];

function Editor({ prompt, onSaved }: { prompt?: PromptTemplate; onSaved: (id: string) => void }) {
  const fields = fieldsFor(prompt === undefined);
  const saved = savedOf(prompt);

  async function save(values: Values, { isPublished, version, reason }: Saving): Promise<void> {
    const { key = '', locale = '', niche = '', role = 'user', content = '' } = values;
    // Another locale or niche is a new prompt, so there is no version that was read before.
    const isSame = locale === saved.values.locale && niche === saved.values.niche;
    const body = {
      role: role as PromptRole,
      model: values.model || null,
      description: values.description ?? '',
      content,
      variables: variablesOf(values.variables ?? ''),
      locale,
      niche: niche.trim() || null,
      is_published: isPublished,
      version: isSame ? version : 0,
      reason,
    };
    await call('PUT /api/admin/prompts/:key', { params: { key }, query: {}, body });
    onSaved([key, locale, niche.trim()].join('/'));
  }

  return (
    <VersionedEditor
      name={`prompt:${prompt ? Object.values(variantOf(prompt)).join('/') : '+'}`}
      fields={fields}
      saved={saved}
      hasDrafts
      check={faultsIn}
      save={save}
      withdraw={
        prompt && mayBeWithdrawn(prompt) ? (version, reason) => withdraw(prompt, version, reason) : undefined
      }
      reload={() =>
        invalidate(
          'GET /api/admin/prompts',
          'GET /api/admin/prompts/:key',
          'GET /api/admin/prompts/:key/versions',
        )
      }
      fallback={strings.saveFailed}
      beside={(values) => (
        <TemplatePreview
          name={`prompt:${values.key ?? ''}`}
          values={values}
          draw={drawPrompt}
          show={({ content }) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
            <pre tabIndex={0}>{content}</pre>
          )}
          fallback={versioned.previewFailed}
        />
      )}
      below={(now, bringBack) =>
        prompt ? <PromptHistory prompt={prompt} now={now} onBringBack={bringBack} /> : null
      }
    />
  );
}

/** The default prompt is the fallback of all others, so it cannot be withdrawn. */
function mayBeWithdrawn({ locale, niche, published_version }: PromptTemplate): boolean {
  return published_version !== null && (locale !== DEFAULT_LOCALE || niche !== null);
}

async function withdraw(prompt: PromptTemplate, version: number, reason: string): Promise<number> {
  const { key, ...variant } = variantOf(prompt);
  const body = { ...variant, niche: prompt.niche, version, reason };
  const { template } = await call('POST /api/admin/prompts/:key/withdraw', { params: { key }, body });
  return template.version;
}

function drawPrompt(values: Values, variables: Record<string, unknown>) {
  const { key = '', content = '', niche = '' } = values;
  const body = { content, variables, niche: niche.trim() || null, includeDrafts: true };
  return call('POST /api/admin/prompts/:key/preview', { params: { key: key || 'new' }, body });
}

const variantOf = ({ template_key, locale, niche }: PromptTemplate) => ({
  key: template_key,
  locale,
  niche: niche ?? '',
});

function savedOf(prompt: PromptTemplate | undefined) {
  const values = {
    ...(prompt ? variantOf(prompt) : { key: '', locale: DEFAULT_LOCALE, niche: '' }),
    role: prompt?.role ?? 'user',
    model: prompt?.model ?? '',
    description: prompt?.description ?? '',
    content: prompt?.content ?? '',
    variables: textOfJson(prompt?.variables ?? []),
  };
  return { values, isPublished: prompt?.is_published ?? true, version: prompt?.version ?? 0 };
}

function faultsIn({ key = '', variables = '' }: Values): Values {
  const fault = variablesFault(variables);
  return {
    ...(key.trim() === '' ? { key: strings.keyMissing } : {}),
    ...(fault ? { variables: fault } : {}),
  };
}

type HistoryProps = { prompt: PromptTemplate; now: Values; onBringBack: (values: Values) => void };

function PromptHistory({ prompt, ...props }: HistoryProps) {
  const { key, locale, niche } = variantOf(prompt);
  const query = { locale, ...(niche ? { niche } : {}) };
  const list = useQuery({
    ...queryOf('GET /api/admin/prompts/:key/versions', { params: { key }, query }),
    select: ({ versions }) =>
      versions.map((each) => {
        const { role, model, description, content, variables } = each.content;
        const values = { role, model: model ?? '', description, content, variables: textOfJson(variables) };
        return { ...each, values };
      }),
  });
  const variant = ['key', 'locale', 'niche'];
  return (
    <VersionHistory
      list={list}
      fields={fieldsFor(false).filter(({ name }) => !variant.includes(name))}
      {...props}
    />
  );
}
