import type { EmailKind } from '@drumbeat/contract/emails/emails.ts';

/** The form of an email, as typed. */
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

/** Whether the form has fields for title and message: only the template for free text does. */
export function asksForMessage(letter: Letter): boolean {
  return letter.templateKey === 'support_message' && letter.useTemplateContent;
}

type Body = Pick<Letter, 'templateKey' | 'useTemplateContent'> & {
  subject?: string;
  html?: string;
  variables: Record<string, never>;
};

/** The body of the call; undefined if the variables are not a JSON object. */
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
