import { z } from 'zod';
import { jsonValue } from '../versions.ts';
import { VARIABLES_NOT_ARRAY } from './templates.rules.ts';

/** Shared by prompts and emails: texts that staff write, with variables in double braces. */

export const TEMPLATES_LIMIT = 200;

export const templateKey = z
  .string()
  .regex(/^[a-z0-9_]{1,64}$/, 'A key has up to 64 small letters, digits and underscores.');

export const templateLocale = z
  .string()
  .regex(/^[a-z]{2}(?:-[A-Z]{2})?$/, 'A locale is two letters, such as en, or en-GB.');

/** The variables that a template uses. A variable that the product does not fill in needs a default. */
export const templateVariables = z
  .array(
    z.object({
      name: z
        .string()
        .regex(/^[A-Za-z_]\w{0,63}$/, 'A variable has a name of letters, digits and underscores.'),
      default: jsonValue.optional(),
    }),
    { error: (issue) => (issue.code === 'invalid_type' ? VARIABLES_NOT_ARRAY : undefined) },
  )
  .max(50, 'A template has at most 50 variables.');
export type TemplateVariables = z.infer<typeof templateVariables>;

/** The default values of variables, by name. */
export function defaultsOf(variables: TemplateVariables): Record<string, unknown> {
  return Object.fromEntries(
    variables.flatMap((each) => (each.default === undefined ? [] : [[each.name, each.default]])),
  );
}

/** Values for a preview, by name. */
export const previewValues = z
  .record(z.string(), jsonValue)
  .refine((values) => Object.keys(values).length <= 100, 'Give at most 100 values.');

/** The query of a list of templates: `q` matches a part of the key or of the description. */
export const templatesQuery = z.object({
  q: z.string().trim().max(200, 'A search has at most 200 characters.').default(''),
  limit: z.coerce.number().int().min(1).max(TEMPLATES_LIMIT).default(TEMPLATES_LIMIT),
});
