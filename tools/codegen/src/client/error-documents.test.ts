import { expect, test } from 'vitest';
import { describeApi } from '../../test/support/describe.ts';
import { typeErrors } from '../../test/support/type-errors.ts';
import { buildModel } from '../model/build.ts';
import { emitTypes } from '../types/index.ts';
import { emitClient } from './index.ts';

const json = (name: string) => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const model = buildModel(
  describeApi(`
paths:
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getThing
      responses:
        '200': { description: d, ${json('Thing')} }
        '404': { description: d, ${json('Missing')} }
        '409': { description: d }
        default: { description: d, ${json('Problem')} }
components:
  schemas:
    Thing: { type: object, required: [name], properties: { name: { type: string } } }
    Missing: { type: object, required: [since], properties: { since: { type: string } } }
    Problem: { type: object, required: [Message], properties: { Message: { type: string } } }
`),
);

const use = (lines: string) => `import { createClient } from './client/index.ts';
const client = createClient({ baseUrl: 'https://a.test' });
export async function use(): Promise<string | undefined> {
  const result = await client.default.getThing({ id: 1 });
  switch (result.status) {
    case 200:
      return result.data.name;
    ${lines}
    default:
      return undefined;
  }
}`;

test.each([
  ['a status of its own', 'case 404: return result.error.document?.since;', []],
  ['any other status', 'case 400: return result.error.document?.Message;', []],
  ['code and request id beside it', 'case 404: return result.error.code ?? result.error.requestId;', []],
  [
    'another one than is described',
    'case 404: return result.error.document?.Message;',
    ["use.ts: Property 'Message' does not exist on type '{ since: string; }'."],
  ],
  [
    'no document where no answer came',
    'case 0: return result.error.document;',
    [expect.stringContaining("Property 'document' does not exist on type")],
  ],
])(
  'the type of an error document: %s',
  (_, lines, errors) => {
    const files = new Map([...emitTypes(model), ...emitClient(model)]);
    expect(typeErrors(files.set('use.ts', use(lines)))).toEqual(errors);
  },
  300_000,
);
