import { expect, test } from 'vitest';
import { z } from 'zod';
import { reportCall, reportSchema } from './api-report.fixture.ts';
import { type callName, contractCalls, contractExports } from './contract-calls.fixture.ts';
import { errorStatus } from './errors.ts';

const HEAD = `# The API, as the contract declares it

A test writes this page, and fails while the page is older than the contract: whoever changes a call sees here what its callers will notice. Write it anew with \`npx vitest run --project contract api-report -u\`, and read the difference. How a call is declared: \`contract/src/call.ts\`.`;

test('docs/api.md says what each call takes and answers: a change of the API is seen by whoever makes it', async () => {
  const schemas = (await contractExports()).filter(
    (exported): exported is [string, z.ZodType] => exported[1] instanceof z.ZodType,
  );
  const named = z.registry<{ id: string }>();
  for (const [name, schema] of schemas) if (!named.has(schema)) named.add(schema, { id: name });
  const calls = (await contractCalls()).sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  expect(calls.length).toBeGreaterThan(100);
  const sections = [
    HEAD,
    `## Errors\n\n${Object.entries(errorStatus)
      .map(([code, status]) => `- ${status} \`${code}\``)
      .join('\n')}`,
    '## Calls',
    ...calls.map((call) => reportCall(call, named)),
    '## Shapes',
    ...schemas
      .filter(([name, schema]) => named.get(schema)?.id === name)
      .map(([name, schema]) => reportSchema(name, schema, named))
      .sort(),
  ];
  // A shape of its own name only would say nothing.
  expect(sections.join('\n')).not.toMatch(/^(\w+): \1$/m);
  await expect(`${sections.join('\n\n')}\n`).toMatchFileSnapshot('../../docs/api.md');
});

function sortKey(call: Parameters<typeof callName>[0]): string {
  return `${call.tag} ${call.path} ${call.method}`;
}
