import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/**
 * All that an element says, one line a block: texts, headings by their level '## So', what is told at once '! So',
 * what only screen readers read '(so)', what fields hold '[so]' or suggest '[so…]', what is chosen '[x]', where
 * links lead '→ /so', and what cannot be used '(disabled)'.
 */
function wordsOf(root: Element): string[] {
  const lines: string[] = [];
  let line = '';
  function flush(): void {
    const words = line.replaceAll(/\s+/g, ' ').trim();
    if (words) lines.push(words);
    line = '';
  }
  function visit(node: Node): void {
    if (node instanceof Text) line += node.data;
    if (node instanceof Element) visitElement(node);
  }
  function visitElement(node: Element): void {
    if (isSilent(node)) return;
    const isOwnLine = isBlock(node);
    if (isOwnLine) flush();
    line += wordsBefore(node);
    // What a picture is made of is not read.
    if (!node.matches('select, textarea, [role=img]')) node.childNodes.forEach(visit);
    line += wordsAfter(node);
    if (isOwnLine) flush();
  }
  visit(root);
  flush();
  return lines;
}

function isSilent(node: Element): boolean {
  const { display, visibility } = getComputedStyle(node);
  return node.matches('svg, [aria-hidden="true"]') || display === 'none' || visibility === 'hidden';
}

/** A field goes with its label, and the parts of a button go together. */
function isBlock(node: Element): boolean {
  if (node instanceof HTMLInputElement || node.parentElement?.closest('button')) return false;
  const { display } = getComputedStyle(node);
  return !display.startsWith('inline') && display !== 'contents';
}

function wordsBefore(node: Element): string {
  const level = /^H([1-6])$/.exec(node.tagName)?.[1];
  const heading = level ? `${'#'.repeat(Number(level))} ` : '';
  const alert = node.role === 'alert' ? '! ' : '';
  const name = node.ariaLabel ?? node.getAttribute('alt');
  const hidden = isOnlyHeard(node) ? ' (' : '';
  return heading + alert + (name ? ` (${name}) ` : '') + wordsHeld(node) + hidden;
}

/** Words in brackets of their own, such as '(opens in a new tab)', get no others. */
function isOnlyHeard(node: Element): boolean {
  return node.matches('.visually-hidden') && /^[^(]/.test(node.textContent.trim());
}

function wordsHeld(node: Element): string {
  if (node instanceof HTMLSelectElement) return ` [${node.selectedOptions[0]?.text}] `;
  const isField = node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement;
  if (!isField || node.type === 'file' || node.type === 'hidden') return '';
  if (node.type === 'radio' || node.type === 'checkbox') return node.matches(':checked') ? ' [x] ' : ' [ ] ';
  return node.value || !node.placeholder ? ` [${node.value}] ` : ` [${node.placeholder}…] `;
}

function wordsAfter(node: Element): string {
  const target = node instanceof HTMLAnchorElement ? ` → ${node.getAttribute('href')} ` : '';
  const hidden = isOnlyHeard(node) ? ') ' : '';
  return `${hidden}${target}${'disabled' in node && node.disabled ? ' (disabled) ' : ''}`;
}

/**
 * Waits until an element says these lines and nothing else. They may be indented. A screen shows the year of a
 * date only in other years: where the dates of a test are of a recent year, it is `withoutYears`.
 */
export async function expectWords(
  root: Element,
  words: string,
  { withoutYears = false } = {},
): Promise<void> {
  const lines = words.split('\n').flatMap((line) => line.trim() || []);
  const said = () =>
    wordsOf(root).map((line) =>
      withoutYears ? line.replaceAll(/(\d [A-Z][a-z]{2}) 20\d\d\b/g, '$1') : line,
    );
  await waitFor(() => expect(said()).toEqual(lines));
}
