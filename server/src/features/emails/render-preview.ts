import { defaultsOf } from '@drumbeat/contract/text/templates.ts';
import { AppError } from '../../platform/errors.ts';
import { builtIn, exampleBody } from './check-template.ts';
import type { TemplatesDeps } from './emails.deps.ts';
import type { EmailParts } from './emails.types.ts';
import { getTemplate, requireKey } from './list-templates.ts';
import { findOutgoing } from './sending/find-outgoing.ts';
import { plainTextOf } from './sending/plain-text.rules.ts';
import { findFaults, renderEmail } from './sending/render-email.ts';
import { samplesFor } from './templates/samples.ts';

export type PreviewInput = { [Part in keyof EmailParts]?: EmailParts[Part] | undefined } & {
  key: string;
  locale: string;
  variables: Record<string, unknown>;
};

/**
 * An email as it would arrive: the last saved text or the given parts, with the given values, else the
 * defaults, else examples. Throws NOT_FOUND, and VALIDATION_FAILED with the faults by field.
 */
export async function renderPreview(deps: TemplatesDeps, input: PreviewInput): Promise<EmailParts> {
  const key = requireKey(input.key);
  const saved = await getTemplate(deps.db, key, input.locale);
  const template = {
    subject: input.subject ?? saved.subject,
    html: input.html ?? saved.html,
    plain: input.plain ?? (input.html === undefined ? saved.plain : plainTextOf(input.html)),
  };
  const values = {
    ...samplesFor([...builtIn(key).variables, ...saved.variables.map(({ name }) => name)]),
    ...defaultsOf(saved.variables),
    publicUrl: deps.publicUrl,
    supportEmail: deps.supportEmail,
    ...input.variables,
  };
  const fields = await findFaults(template, values);
  // A plain text generated from the html has the same faults, which can only be fixed in the html.
  if (input.plain === undefined && fields.html) delete fields.plain;
  const [fault] = Object.values(fields);
  if (fault) throw new AppError('VALIDATION_FAILED', fault, { data: { fields } });
  if (key === 'layout') return renderEmail(exampleBody, template, values);
  const { layout } = await findOutgoing(deps.db, ['layout'], input.locale);
  return renderEmail(template, layout, { ...defaultsOf(layout.variables), ...values });
}
