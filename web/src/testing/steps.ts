/** What a person does on a screen up to the press of a button, as data. */
import type { CallName } from '@drumbeat/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

export type Step = {
  /** What opens the dialog that it is in; a button, or what a function presses. */
  open?: string | (() => Promise<unknown>);
  /** Pressed before it, to choose something. */
  choose?: [role: 'radio' | 'checkbox', name: RegExp];
  fill?: Record<string, string>;
  press: string;
  /** What it says meanwhile. */
  busy: string;
  call: CallName;
  /** What it says when the call fails without a word. */
  said?: string;
};

/** The field itself, where its form has the same name. */
async function fieldOf(scope: HTMLElement, label: string): Promise<HTMLElement> {
  const [field] = await within(scope).findAllByLabelText(label, { selector: 'input, textarea' });
  return field as HTMLElement;
}
/** By what it says to everybody: looking for roles takes half of the time of these screens. */
export function buttonOf(scope: HTMLElement, name: string): Promise<HTMLButtonElement> {
  return waitFor(() => {
    const named = [...scope.querySelectorAll('button')].find(
      // biome-ignore lint/performance/useDomNodeTextContent: a button holds what it says while it waits as well, hidden
      (button) => (button.ariaLabel ?? button.innerText.trim()) === name,
    );
    if (!named) throw new Error(`There is no button '${name}'`);
    return named;
  });
}

/** Opens what a step is in, chooses and fills in; answers where its button is. */
export async function prepareStep({
  open,
  choose,
  fill = {},
}: Omit<Step, 'busy' | 'call' | 'press'>): Promise<HTMLElement> {
  if (typeof open === 'string') fireEvent.click(await buttonOf(document.body, open));
  else await open?.();
  const scope = open ? await screen.findByRole('dialog') : document.body;
  if (choose) fireEvent.click(await within(scope).findByRole(choose[0], { name: choose[1] }));
  for (const [label, value] of Object.entries(fill))
    fireEvent.change(await fieldOf(scope, label), { target: { value } });
  return scope;
}

/** Opens the menu of the only post and chooses from it. */
export const chooseOfPost = (item: string) => async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^More post of / }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};
