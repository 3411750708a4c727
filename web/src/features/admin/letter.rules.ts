import type { EmailKind } from '@drumbeat/contract/emails.ts';

/** What staff typed into the form of an email. */
export type Letter = {
  templateKey: EmailKind;
  useTemplateContent: boolean;
  title: string;
  text: string;
  subject: string;
  html: string;
  /** JSON. */
  variables: string;
};

export const emptyLetter: Letter = {
  templateKey: 'support_message',
  useTemplateContent: true,
  title: '',
  text: '',
  subject: '',
  html: '',
  variables: '{}',
};

/** Whether title and message are asked for by name, as the one template for free words has them. */
export function asksForMessage(letter: Letter): boolean {
  return letter.templateKey === 'support_message' && letter.useTemplateContent;
}

type Body = Pick<Letter, 'templateKey' | 'useTemplateContent'> & {
  subject?: string;
  html?: string;
  variables: Record<string, never>;
};

/** What is sent of a letter; undefined where its variables are no JSON object. */
export function bodyOf(letter: Letter): Body | undefined {
  const { templateKey, useTemplateContent, subject, html } = letter;
  const variables = asksForMessage(letter)
    ? { title: letter.title, text: letter.text }
    : objectOf(letter.variables);
  if (!variables) return undefined;
  const own = useTemplateContent ? {} : { subject, html };
  return { templateKey, useTemplateContent, ...own, variables: variables as Record<string, never> };
}

function objectOf(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json.trim() || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
