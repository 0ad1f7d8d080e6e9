import type { Operation, Parameter } from '@mailwright/codegen';
import { expect, test } from 'vitest';
import { curl } from './curl.ts';
import type { SampleRequest } from './request.ts';
import { typescript } from './typescript.ts';

const parameter = (name: string, place: string) => ({ name, in: place }) as Parameter;
const operation = (method: string, path: string, more: object = {}) =>
  ({
    method,
    path,
    group: 'mailings',
    clientName: 'run',
    responses: [{ status: 200, contents: [] }],
    ...more,
  }) as unknown as Operation;
const id = { parameter: parameter('mailingid', 'path'), value: 4317 };
const xml = 'application/vnd.service.api+xml';

/** What every program begins with. */
const head = `import { createClient } from '@mailwright/client';

const client = createClient({ baseUrl: 'https://localhost:8443/1.0', apiKey: process.env.API_KEY! });

`;

test.each<[SampleRequest, string, string]>([
  [
    { operation: operation('DELETE', '/mailings/{mailingid}'), parameters: [id] },
    `curl -X DELETE 'https://localhost:8443/1.0/mailings/4317' \\\n  -u "$API_KEY:"`,
    'await client.mailings.run({ mailingid: 4317 }).orThrow();',
  ],
  [
    {
      operation: operation('GET', '/mailings', { paging: { items: '/mailings/mailing' } }),
      parameters: [
        { parameter: parameter('states', 'query'), value: ['draft', 'done'] },
        { parameter: parameter('subject', 'query'), value: "it's & new" },
      ],
    },
    `curl 'https://localhost:8443/1.0/mailings?states=draft&states=done&subject=it%27s%20%26%20new' \\\n  -u "$API_KEY:"`,
    "const { items, total } = await client.mailings.run({ states: ['draft', 'done'], subject: 'it\\'s & new' }).orThrow();\nconsole.log(total, items);",
  ],
  [
    {
      operation: operation('POST', '/mailings/{mailingid}/name'),
      parameters: [id],
      mediaType: xml,
      body: { value: 'Spring', text: '<name>Spring</name>' },
    },
    `curl -X POST 'https://localhost:8443/1.0/mailings/4317/name' \\\n  -u "$API_KEY:" \\\n  -H 'Content-Type: ${xml}' \\\n  --data-binary @- <<'END'\n<name>Spring</name>\nEND`,
    "await client.mailings.run({ mailingid: 4317, body: 'Spring' }).orThrow();",
  ],
  [
    { operation: operation('POST', '/mailings/{mailingid}/attachments'), parameters: [id], mediaType: '*/*' },
    `curl -X POST 'https://localhost:8443/1.0/mailings/4317/attachments' \\\n  -u "$API_KEY:" \\\n  -H 'Content-Type: application/octet-stream' \\\n  --data-binary @package.json`,
    "await client.mailings.run({ mailingid: 4317, body: await readFile('package.json') }).orThrow();",
  ],
  [
    { operation: operation('GET', '/ping'), parameters: [] },
    `curl 'https://localhost:8443/1.0/ping' \\\n  -u "$API_KEY:"`,
    'await client.mailings.run().orThrow();',
  ],
])('%#', (request, command, call) => {
  expect(curl(request)).toBe(command);
  const reads = call.includes('readFile(') ? "import { readFile } from 'node:fs/promises';\n" : '';
  expect(typescript(request)).toBe(reads + head + call);
});

test('requests that must have been made come first', () => {
  const before = { operation: operation('POST', '/mailings/{mailingid}/start'), parameters: [id] };
  const request = { operation: operation('GET', '/mailings/{mailingid}'), parameters: [id], after: [before] };
  expect(curl(request).split('\n\n')).toEqual([curl(before), curl({ ...request, after: [] })]);
  expect(typescript(request)).toBe(
    `${head}${'await client.mailings.run({ mailingid: 4317 }).orThrow();\n'.repeat(2).trim()}`,
  );
});
