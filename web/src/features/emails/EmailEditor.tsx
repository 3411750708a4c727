import type { EmailTemplateHeading, EmailTemplateRecord } from '@drumbeat/contract/emails/emails.admin.ts';
import { DEFAULT_LOCALE } from '@drumbeat/contract/text/templates.rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { invalidate, queryOf } from '../../api/query.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { ReadState } from '../console/ReadState.tsx';
import { StaffError } from '../console/StaffError.tsx';
import { textOfJson, variablesFault, variablesOf } from '../console/versions/json.rules.ts';
import { TemplatePreview } from '../console/versions/TemplatePreview.tsx';
import { type Saving, type Values, VersionedEditor } from '../console/versions/VersionedEditor.tsx';
import { VersionHistory } from '../console/versions/VersionHistory.tsx';
import { strings as versioned } from '../console/versions/versioned.strings.ts';
import { strings } from './emails.strings.ts';

type Props = { heading: EmailTemplateHeading; onSaved: (id: string) => void };

const fields = [
  { name: 'locale', label: strings.locale },
  { name: 'subject', label: strings.subject },
  { name: 'html', label: strings.html, help: strings.htmlHelp, rows: 8 },
  { name: 'plain', label: strings.plain, rows: 5 },
  { name: 'variables', label: strings.variables, help: strings.variablesHelp, rows: 2 },
];

/** The editor of one email or the layout. */
export function EmailEditor({ heading: { template_key: key, locale }, onSaved }: Props) {
  const input = { params: { key }, query: { locale } };
  const read = useQuery(queryOf('GET /api/admin/email-templates/:key', input));
  return (
    <ReadState read={read} failed={strings.failed} loading={strings.loading}>
      {({ template }) => <Editor template={template} onSaved={onSaved} />}
    </ReadState>
  );
}

function Editor({ template, onSaved }: { template: EmailTemplateRecord; onSaved: (id: string) => void }) {
  const key = template.template_key;
  const saved = {
    values: valuesOf(template),
    isPublished: template.is_published,
    version: template.version,
  };

  async function save(values: Values, { isPublished, version, reason }: Saving): Promise<void> {
    const { locale = '', variables = '' } = values;
    const body = {
      ...partsOf(values),
      variables: variablesOf(variables),
      is_published: isPublished,
      // In another locale it is a new text, so there is no version that was read before.
      version: locale === template.locale ? version : 0,
      reason,
    };
    await call('PUT /api/admin/email-templates/:key', { params: { key }, body });
    onSaved(`${key}/${locale}`);
  }

  return (
    <VersionedEditor
      name={`email:${key}/${template.locale}`}
      fields={fields}
      saved={saved}
      hasDrafts
      check={faultsIn}
      save={save}
      withdraw={
        mayBeWithdrawn(template) ? (version, reason) => withdraw(template, version, reason) : undefined
      }
      reload={() =>
        invalidate(
          'GET /api/admin/email-templates',
          'GET /api/admin/email-templates/:key',
          'GET /api/admin/email-templates/:key/versions',
        )
      }
      fallback={strings.saveFailed}
      beside={(values) => (
        <TemplatePreview
          name={`email:${key}`}
          values={values}
          draw={(typed, variables) =>
            call('POST /api/admin/email-templates/:key/preview', {
              params: { key },
              body: { ...partsOf(typed), variables },
            })
          }
          show={({ subject, html }) => (
            <>
              <p>{subject}</p>
              <iframe title={versioned.preview} sandbox="" srcDoc={html} />
            </>
          )}
          fallback={versioned.previewFailed}
        >
          {(variables) => <TestSend templateKey={key} values={values} variables={variables} />}
        </TemplatePreview>
      )}
      below={(now, bringBack) => <EmailHistory template={template} now={now} onBringBack={bringBack} />}
    />
  );
}

/** The email in the default locale is the fallback of all others, so it cannot be withdrawn. */
function mayBeWithdrawn({ locale, published_version }: EmailTemplateRecord): boolean {
  return published_version !== null && locale !== DEFAULT_LOCALE;
}

async function withdraw(
  { template_key: key, locale }: EmailTemplateRecord,
  version: number,
  reason: string,
): Promise<number> {
  const body = { locale, version, reason };
  const { template } = await call('POST /api/admin/email-templates/:key/withdraw', { params: { key }, body });
  return template.version;
}

function partsOf({ subject = '', html = '', plain = '', locale = '' }: Values) {
  return { subject, html, plain, locale };
}

function valuesOf(
  content: Omit<EmailTemplateRecord, keyof EmailTemplateHeading> & { subject: string; locale: string },
) {
  const { locale, subject, html, plain, variables } = content;
  return { locale, subject, html, plain, variables: textOfJson(variables) };
}

function faultsIn({ variables = '' }: Values): Values {
  const fault = variablesFault(variables);
  return fault ? { variables: fault } : {};
}

type TestProps = { templateKey: string; values: Values; variables: Record<string, unknown> };

/** Sends the typed text to the person who is editing it. */
function TestSend({ templateKey, values, variables }: TestProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function send(): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      const body = { ...partsOf(values), variables };
      const { message } = await call('POST /api/admin/email-templates/:key/test-send', {
        params: { key: templateKey },
        body,
      });
      notify.success(message);
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <div>
        <LoadingButton size="xs" variant="default" loading={isBusy} onClick={() => void send()}>
          {strings.sendTest}
        </LoadingButton>
      </div>
      {error !== null ? <StaffError error={error} fallback={strings.sendFailed} /> : null}
    </>
  );
}

type HistoryProps = { template: EmailTemplateRecord; now: Values; onBringBack: (values: Values) => void };

function EmailHistory({ template, ...props }: HistoryProps) {
  const { template_key: key, locale } = template;
  const list = useQuery({
    ...queryOf('GET /api/admin/email-templates/:key/versions', { params: { key }, query: { locale } }),
    select: ({ versions }) =>
      versions.map((each) => ({ ...each, values: valuesOf({ ...each.content, locale }) })),
  });
  return <VersionHistory list={list} fields={fields.filter(({ name }) => name !== 'locale')} {...props} />;
}
