import type { Block } from './blocks.ts';

/** Given to every template besides its own variables. */
const shared = ['publicUrl', 'supportEmail'] as const;
type Shared = (typeof shared)[number];

/** An email as Liquid source: what staff see and may edit. */
export type EmailTemplate<Name extends string = string> = {
  subject: string;
  html: string;
  plain: string;
  /** What a caller of `queueEmail` must give, each a string. */
  variables: readonly Name[];
};

/**
 * An email of the product. `write` gets each variable as its Liquid output tag, so that a text cannot name one that
 * is not listed. Texts stand in HTML and in plain text alike: they hold no `<` and no `&`.
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

/** A number and what it counts, as Liquid: `counted(left, 'code', 'codes')`. `tag` is the number's output tag. */
export function counted(tag: string, one: string, many: string): string {
  const name = tag.slice('{{ '.length, -' }}'.length);
  return `${tag} {% if ${name} == "1" %}${one}{% else %}${many}{% endif %}`;
}
