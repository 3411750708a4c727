import type { AST } from '@eslint-community/regexpp';
import { parseRegExpLiteral } from '@eslint-community/regexpp';

/** A text of any length: a beginning, a repeated part, and an end. */
export type Hostile = { head: string; repeated: string; tail: string };

const usual = [
  'a',
  'Z',
  '0',
  '_',
  '-',
  '.',
  ' ',
  '\n',
  '/',
  ':',
  '@',
  '"',
  'é',
  '例',
  '😀',
  '\u200d',
  '\u0001',
];

/**
 * Texts designed to slow this expression down: pieces that it matches, alone and in pairs, repeated after
 * their prefix and followed by something it does not match. Empty if the expression cannot be slow.
 */
export function hostileTexts(regex: RegExp): Hostile[] {
  const { pattern } = parseRegExpLiteral(regex);
  const nodes = [...nodesOf(pattern)];
  const characters = representatives(regex, nodes);
  const sample = (node: AST.Node) => sampleOf(node, regex, characters);
  const wholes = pattern.alternatives.map(sample);
  const loops = nodes.filter((node) => node.type === 'Quantifier');
  // Without an unbounded loop, the number of characters read from any position is bounded.
  if (!loops.some((loop) => loop.max === Number.POSITIVE_INFINITY)) return [];
  const pieces = new Set([
    ...characters.flatMap((first) => characters.map((second) => (first === second ? first : first + second))),
    ...wholes,
    ...loops.map((loop) => sample(loop.element)),
    ...loops.map((loop) => sampleBefore(loop, sample)),
  ]);
  pieces.delete('');
  const heads = new Set(['', ...loops.map((loop) => sampleBefore(loop, sample))]);
  const unread = (set: AST.Node) => characters.find((character) => !fits(set, regex, character)) ?? '';
  const tails = new Set(['', ...nodes.filter(isOutermostSet).map(unread)]);
  return [...heads].flatMap((head) =>
    [...pieces].flatMap((repeated) => [...tails].map((tail) => ({ head, repeated, tail }))),
  );
}

/** A node and all its descendants. */
function* nodesOf(node: AST.Node): Generator<AST.Node> {
  yield node;
  for (const value of [
    ...('alternatives' in node ? node.alternatives : []),
    ...('elements' in node ? node.elements : []),
    ...('element' in node ? [node.element] : []),
  ])
    yield* nodesOf(value);
}

const isSet = (node: AST.Node) =>
  ['Character', 'CharacterClass', 'CharacterSet', 'ExpressionCharacterClass'].includes(node.type);

const isOutermostSet = (node: AST.Node) => isSet(node) && !(node.parent && isSet(node.parent));

function fits(node: AST.Node, regex: RegExp, character: string): boolean {
  return new RegExp(`^${node.raw}$`, regex.flags.replace(/[gy]/g, '')).test(character);
}

/** One character from each group of characters that the expression does not distinguish. */
function representatives(regex: RegExp, nodes: readonly AST.Node[]): string[] {
  const sets = nodes.filter(isOutermostSet);
  const named = nodes.flatMap((node) =>
    node.type === 'Character' ? [String.fromCodePoint(node.value)] : [],
  );
  const bySignature = new Map<string, string>();
  for (const character of [...usual, ...named]) {
    const signature = [...sets.map((set) => fits(set, regex, character)), /\w/.test(character)].join();
    if (!bySignature.has(signature)) bySignature.set(signature, character);
  }
  // Expressions with long words distinguish many characters; the words themselves are among the pieces.
  return [...bySignature.values()].slice(0, 9);
}

/** A text that the node matches; optional parts are included once. */
function sampleOf(node: AST.Node, regex: RegExp, characters: readonly string[]): string {
  const sample = (inner: AST.Node): string => sampleOf(inner, regex, characters);
  if (node.type === 'Character') return String.fromCodePoint(node.value);
  if (isSet(node)) return [...characters, ...usual].find((character) => fits(node, regex, character)) ?? '';
  if (node.type === 'Quantifier') return sample(node.element).repeat(Math.min(Math.max(1, node.min), 50));
  if (node.type === 'Alternative') return node.elements.map(sample).join('');
  if (node.type === 'Group' || node.type === 'CapturingGroup')
    return sample(node.alternatives[0] as AST.Node);
  return '';
}

/** A text that matches everything before a node, from the start of the expression. */
function sampleBefore(node: AST.Node, sample: (node: AST.Node) => string): string {
  const { parent } = node;
  if (!parent) return '';
  const before =
    parent.type === 'Alternative' ? parent.elements.slice(0, parent.elements.indexOf(node as never)) : [];
  return sampleBefore(parent, sample) + before.map(sample).join('');
}
