/** Reads values from a staff screen by their labels, so that no value is mistaken for another. */
import { screen, within } from '@testing-library/react';

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

/** Whether a button is set apart as one that takes something away. */
export function isDangerous(button: HTMLElement): boolean {
  return button.style.getPropertyValue('--button-bg').includes('red');
}
