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
    "const { items, total } = await client.mailings.run({ states: ['draft', 'done'], subject: 'it\\'s & new' }).orThrow();",
  ],
  [
    {
      operation: operation('POST', '/mailings/{mailingid}/name'),
      parameters: [id],
      mediaType: xml,
      body: { name: 'plain', value: 'Spring', text: '<name>Spring</name>' },
    },
    `curl -X POST 'https://localhost:8443/1.0/mailings/4317/name' \\\n  -u "$API_KEY:" \\\n  -H 'Content-Type: ${xml}' \\\n  --data-binary @- <<'END'\n<name>Spring</name>\nEND`,
    "await client.mailings.run({ mailingid: 4317, body: 'Spring' }).orThrow();",
  ],
  [
    { operation: operation('POST', '/mailings/{mailingid}/attachments'), parameters: [id], mediaType: '*/*' },
    `curl -X POST 'https://localhost:8443/1.0/mailings/4317/attachments' \\\n  -u "$API_KEY:" \\\n  -H 'Content-Type: application/octet-stream' \\\n  --data-binary @file`,
    "await client.mailings.run({ mailingid: 4317, body: await readFile('file') }).orThrow();",
  ],
  [
    { operation: operation('GET', '/ping'), parameters: [] },
    `curl 'https://localhost:8443/1.0/ping' \\\n  -u "$API_KEY:"`,
    'await client.mailings.run().orThrow();',
  ],
])('%#', (request, command, call) => {
  expect(curl(request)).toBe(command);
  expect(typescript(request)).toBe(call);
});
