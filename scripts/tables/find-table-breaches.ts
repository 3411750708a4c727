import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

/** SQL in a source: its text with `?` for inserted values, and the functions around it, outermost first. */
type Statement = { path: string; within: string[]; text: string };

/** The result of checking the sources. */
export type Found = { statements: Statement[]; breaches: string[] };

/** The feature below all others that speak of posts. Their stores may read its tables in SQL; see `mayWritePosts`. */
const GROUND = 'post';

/** Only this module may change posts, and the engine's settlement, which locks the lanes itself. */
function mayWritePosts({ path, within }: Pick<Statement, 'path' | 'within'>): boolean {
  const publishing = 'server/src/features/publishing';
  if (path === `${publishing}/lanes/changes.store.ts`) return true;
  return path === `${publishing}/engine/publishing.store.ts` && within[0] === 'settle';
}

/** The folder whose use cases change posts, each in `withLane`. */
const inLanes = (path: string): boolean => path.includes('features/publishing/lanes/');

/** The server's sources by path, without tests and fixtures. */
export async function readSources(root: string): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  for await (const name of glob('server/src/**/*.ts', { cwd: root }))
    if (!/\.(test|fixture)\.ts$/.test(name)) sources.set(name, readFileSync(join(root, name), 'utf8'));
  return sources;
}

/** Finds SQL on tables of other features, and every write to `posts` outside its module. */
export function findTableBreaches(sources: Map<string, string>, owners: Map<string, string>): Found {
  const statements = [...sources].flatMap(([path, text]) => statementsOf(path, text));
  const breaches = statements.flatMap((statement) => [
    ...foreignTables(statement, owners),
    ...postWrites(statement),
  ]);
  for (const [path, text] of sources)
    if (/from '\.[^']*\/changes\.store\.ts'/.test(text) && !(inLanes(path) && text.includes('withLane(')))
      breaches.push(
        `${path} imports changes.store.ts: call a use case that locks the lane first, by withLane.`,
      );
  return { statements, breaches };
}

/**
 * The owner of each table: the feature whose `*.tables.ts` declares it. Tables that only a migration creates
 * belong to the platform.
 */
export function ownersOf(sources: Map<string, string>, migrations: string): Map<string, string> {
  const owners = new Map<string, string>();
  for (const [, name = ''] of migrations.matchAll(/create table (?:if not exists )?(\w+)/g))
    owners.set(name, 'platform');
  for (const [, name = ''] of migrations.matchAll(/drop table (?:if exists )?(\w+)/g)) owners.delete(name);
  for (const [, from = '', to = ''] of migrations.matchAll(/alter table (\w+) rename to (\w+)/g)) {
    owners.delete(from);
    owners.set(to, 'platform');
  }
  for (const [path, text] of sources) {
    if (!path.endsWith('.tables.ts')) continue;
    for (const [, name = ''] of text.matchAll(/pg(?:Table|View)\(\s*'(\w+)'/g))
      owners.set(name, roomOf(path));
  }
  return owners;
}

/** The feature of a path; `platform` for everything else. */
function roomOf(path: string): string {
  return /^server\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? 'platform';
}

const isStore = (path: string): boolean => /\.(store|queries)\.ts$/.test(path);

function foreignTables({ path, text }: Statement, owners: Map<string, string>): string[] {
  const room = roomOf(path);
  const words = new Set(text.match(/\b[a-z_][a-z0-9_]*\b/g));
  return [...owners]
    .filter(([table, owner]) => words.has(table) && owner !== room && !(owner === GROUND && isStore(path)))
    .map(
      ([table, owner]) => `${path}: SQL on ${table}, which belongs to ${owner}: call one of its use cases.`,
    );
}

function postWrites(statement: Statement): string[] {
  const writes =
    /\b(update|insert\s+into|delete\s+from|merge\s+into|truncate(\s+table)?)\s+(only\s+)?"?posts\b/i;
  if (!writes.test(statement.text) || mayWritePosts(statement)) return [];
  return [
    `${statement.path} (${statement.within[0] ?? 'top'}): writes posts: use schedule-posts, mark-posts or delete-posts of publishing.`,
  ];
}

/** SQL in a source: `sql` templates, `sql.raw`, arguments of execute and query, Drizzle writes to `posts`. */
function statementsOf(path: string, text: string): Statement[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Statement[] = [];
  const visit = (node: ts.Node, within: string[]): void => {
    const statement = sqlOf(node);
    if (statement !== undefined) found.push({ path, within, text: statement });
    const name = ts.isFunctionDeclaration(node) ? node.name?.text : undefined;
    node.forEachChild((child) => visit(child, name ? [...within, name] : within));
  };
  visit(source, []);
  return found;
}

/** The SQL in a node, if there is any. */
function sqlOf(node: ts.Node): string | undefined {
  if (ts.isTaggedTemplateExpression(node))
    return node.tag.getText() === 'sql' ? textOf(node.template) : undefined;
  if (!ts.isCallExpression(node)) return undefined;
  const called = node.expression.getText();
  const [first] = node.arguments;
  if (!first) return undefined;
  if (isText(first)) return /(^|\.)(raw|execute|query)$/.test(called) ? textOf(first) : undefined;
  const write = /\.(insert|update|delete)$/.exec(called)?.[1];
  return write && first.getText() === 'posts' ? `${drizzleWrites[write] ?? write} posts` : undefined;
}

const drizzleWrites: Record<string, string> = {
  insert: 'insert into',
  update: 'update',
  delete: 'delete from',
};

function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function textOf(node: ts.TemplateLiteral | ts.StringLiteralLike): string {
  if (!ts.isTemplateExpression(node)) return node.text;
  return node.head.text + node.templateSpans.map((span) => `?${span.literal.text}`).join('');
}
