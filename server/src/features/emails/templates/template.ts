import type { Block } from './blocks.ts';

/** Variables of every template, in addition to its own. */
const shared = ['publicUrl', 'supportEmail'] as const;
type Shared = (typeof shared)[number];

/** An email as Liquid source: what staff see and may edit. */
export type EmailTemplate<Name extends string = string> = {
  subject: string;
  html: string;
  plain: string;
  /** The variables that a caller of `queueEmail` must pass, each a string. */
  variables: readonly Name[];
};

/**
 * Defines an email. `write` gets each variable as its Liquid output tag, so that a text cannot use an
 * unlisted one. The same texts are used in HTML and plain text, so they must not contain `<` or `&`.
 */
export function defineTemplate<const Name extends string>(
  variables: readonly Name[],
  write: (variable: Record<Name | Shared, string>) => { subject: string; body: Block[] },
): EmailTemplate<Name> {
  const tags = Object.fromEntries([...variables, ...shared].map((name) => [name, `{{ ${name} }}`]));
  const { subject, body } = write(tags as Record<Name | Shared, string>);
  return {
    subject,
    html: body.map((block) => block.html).join('\n'),
    plain: body.map((block) => block.plain).join('\n\n'),
    variables,
  };
}

/**
 * A number with its noun in singular or plural, as Liquid: `counted(left, 'code', 'codes')`. `tag` is the
 * number's output tag.
 */
export function counted(tag: string, one: string, many: string): string {
  const name = tag.slice('{{ '.length, -' }}'.length);
  return `${tag} {% if ${name} == "1" %}${one}{% else %}${many}{% endif %}`;
}
