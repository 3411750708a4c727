/** Reads values from a staff screen by their labels, so that no value is mistaken for another. */
import { screen, waitFor, within } from '@testing-library/react';

/** The rows of a table, keyed by column name. */
export async function rowsIn(table: string): Promise<Record<string, string>[]> {
  const rows = within(await screen.findByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1);
  return rows.map((row) =>
    Object.fromEntries(
      [...row.querySelectorAll<HTMLElement>('[data-name]')].map((cell) => [
        cell.dataset.name,
        cell.textContent,
      ]),
    ),
  );
}

/** The facts within an element. */
export function factsIn(element: HTMLElement): Record<string, string> {
  return Object.fromEntries(
    [...element.querySelectorAll('dt')].map((name) => [
      name.textContent,
      name.nextElementSibling?.textContent ?? '',
    ]),
  );
}

/** The fields within an element by label: what is in each, and the help below it. */
export function fieldsIn(element: HTMLElement): Record<string, [value: string, help?: string]> {
  const fields = [...element.querySelectorAll<HTMLInputElement>('input, textarea, select')];
  return Object.fromEntries(
    fields.map(({ id, labels, value }) => {
      const help = document.getElementById(`${id}-description`)?.textContent;
      return [labels?.[0]?.textContent ?? '', help === undefined ? [value] : [value, help]];
    }),
  );
}

/** The columns of a table whose values are figures, whose digits line up at the right. */
export async function figuresIn(table: string): Promise<(string | undefined)[]> {
  const row = within(await screen.findByRole('table', { name: table })).getAllByRole('row')[1];
  const cells = [...(row?.querySelectorAll<HTMLElement>('[data-name]') ?? [])];
  return cells
    .filter((cell) => getComputedStyle(cell).textAlign === 'right')
    .map(({ dataset }) => dataset.name);
}

/** The name of the row that is marked as the one whose details are open. */
export function openRow(): string | undefined {
  return document.querySelector('tr[data-open] [data-opener]')?.textContent;
}

/** Whether a button is set apart as one that takes something away. */
export function isDangerous(button: HTMLElement): boolean {
  return button.style.getPropertyValue('--button-bg').includes('red');
}

/** A section of the console, once its code is there. */
export async function sectionOf(id: string): Promise<Element> {
  return waitFor(() => {
    const found = document.querySelector(`#${id}`);
    if (!found) throw new Error(`There is no section ${id}`);
    return found;
  });
}
