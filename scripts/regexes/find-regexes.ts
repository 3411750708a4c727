import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

/** A regular expression in the product: `path:line` and its value, undefined if only known at run time. */
export type Found = { at: string; regex: RegExp | undefined };

/** Every regular expression in the sources of these folders, without tests: literals and `RegExp(…)`. */
export async function findRegexes(root: string, folders: readonly string[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const folder of folders) {
    for await (const name of glob('**/*.{ts,tsx}', { cwd: join(root, folder) })) {
      // Tests and their helpers never process untrusted text.
      if (/\.test\.tsx?$|^testing\//.test(name)) continue;
      found.push(...regexesOf(`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')));
    }
  }
  return found;
}

/** The regular expressions in one source file. */
export function regexesOf(path: string, text: string): Found[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const add = (node: ts.Node, regex: RegExp | undefined) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push({ at: `${path}:${line + 1}`, regex });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node, new RegExp(node.text.slice(1, end), node.text.slice(end + 1)));
    } else if (isConstruction(node)) {
      const [pattern, flags] = (node.arguments ?? []).map((argument) => textOf(source, argument));
      add(node, pattern === undefined ? undefined : new RegExp(pattern, flags));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isConstruction(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
}

/** The text of an expression, if the constants in its own file determine it; undefined otherwise. */
function textOf(source: ts.SourceFile, node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) return constantOf(source, node.text);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return joined([textOf(source, node.left), textOf(source, node.right)]);
  if (!ts.isTemplateExpression(node)) return undefined;
  const spans = node.templateSpans.flatMap((span) => [textOf(source, span.expression), span.literal.text]);
  return joined([node.head.text, ...spans]);
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join('');
}

function constantOf(source: ts.SourceFile, name: string): string | undefined {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: given, initializer } of statement.declarationList.declarations)
      if (given.getText() === name && initializer) return textOf(source, initializer);
  }
  return undefined;
}
