import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, makePerson, type Person } from '../support/people.ts';
import { runProduct } from '../support/run-product.ts';
import { createSandbox } from '../support/sandbox.ts';
import { grant } from '../support/staff.ts';
import { isInstalled } from './run-tool.ts';
import { scanForSql } from './sqlmap.ts';
import { type ApiDocument, type Target, targetsOf } from './targets.ts';
import { type Finding, MEDIUM, scanPages } from './wapiti.ts';

/** Starts the product, and lets sqlmap and wapiti attack it as a customer and as an admin. Fails on medium or worse. */
const tools = ['sqlmap', 'wapiti'].filter(isInstalled);
if (tools.length === 0) {
  console.error('Neither sqlmap nor wapiti is installed. Debian has both: apt-get install sqlmap wapiti');
  process.exit(1);
}

const product = await runProduct();
const folder = await mkdtemp(join(tmpdir(), 'drumbeat-scan-'));
const findings: Finding[] = [];
let fields = 0;
try {
  const sandbox = createSandbox(product.sandboxUrl);
  const customer = await makePerson(product.url, sandbox, 'scheduled');
  const admin = await makePerson(product.url, sandbox, 'verified');
  await grant(admin, 'admin', product.dataDir);
  const targets = await readTargets(customer);
  const isStaffs = ({ path }: Target) =>
    path.startsWith('/api/admin/') || path.startsWith('/api/maintenance/');
  for (const [index, target] of targets.entries()) {
    if (!tools.includes('sqlmap')) break;
    console.log(`sqlmap ${index + 1} of ${targets.length}: ${target.name}`);
    const { token } = isStaffs(target) ? admin : customer;
    const tried = await scanForSql(target, { url: product.url, token, folder });
    fields += tried.fields;
    findings.push(...tried.found.map((text) => ({ level: 4, text })));
  }
  if (tools.includes('sqlmap') && fields < targets.length)
    throw new Error(`sqlmap tried ${fields} fields only: something kept it from its work.`);
  for (const [name, { token }] of Object.entries({ customer, admin })) {
    if (!tools.includes('wapiti')) break;
    console.log(`wapiti as ${name} …`);
    const seen = targets.filter((target) => (name === 'admin') === isStaffs(target));
    findings.push(...(await scanPages(seen, { url: product.url, token, folder, name })));
  }
} finally {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}

const texts = [...new Set(findings.toSorted((a, b) => b.level - a.level).map(({ text }) => text))];
for (const text of texts) console.log(text);
const bad = findings.filter(({ level }) => level >= MEDIUM).length;
console.log(
  `${tools.join(' and ')}: ${fields} fields tried for SQL, ${texts.length} findings, ${bad} of them of medium or worse.`,
);
process.exitCode = bad > 0 ? 1 : 0;

/** Every call, with ids of what the customer has. */
async function readTargets(person: Person): Promise<Target[]> {
  const document = await call<ApiDocument>(person, 'GET', '/api/docs/json');
  const { id: userId } = await call<{ id: string }>(person, 'GET', '/api/user');
  const { posts } = await call<{ posts: { id: string }[] }>(person, 'GET', '/api/posts');
  const { accounts } = await call<{ accounts: { id: string }[] }>(person, 'GET', '/api/twitter/accounts');
  return targetsOf(document, (path) => {
    if (path.startsWith('/api/posts/')) return posts[0]?.id ?? '1';
    if (path.startsWith('/api/twitter/')) return accounts[0]?.id ?? '1';
    return path.startsWith('/api/admin/users/') ? userId : '1';
  });
}
