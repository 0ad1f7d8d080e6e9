import { expect, test } from 'vitest';
import { describeApi } from '../../test/support/describe.ts';
import { typeErrors } from '../../test/support/type-errors.ts';
import { buildModel } from '../model/build.ts';
import { emitTypes } from '../types/index.ts';
import { emitClient } from './index.ts';

const responses = 'responses: { 200: { description: OK } }';

function emitted(paths: string, rest = ''): Map<string, string> {
  return emitClient(buildModel(describeApi(`paths:\n${paths}\n${rest}`)));
}

test('a group is bound under the short names', () => {
  const files = emitted(
    `  /a: { get: { operationId: getA, x-client-name: get, tags: [Big things], summary: Get it, ${responses} } }
  /b/{id}: { delete: { operationId: deleteB, x-client-name: delete, tags: [Big things], parameters: [{ name: id, in: path, required: true }], ${responses} } }`,
    'tags: [{ name: Big things, description: Things that are big. }]',
  );
  expect(files.get('client/bigThings.ts')!.split('\n').slice(2).join('\n')).toBe(`\
import { type CallOptions, type Connection } from '@mailwright/client-runtime';
import { type GetAInput, type GetACall, getA } from './bigThings/getA.ts';
import { type DeleteBInput, type DeleteBCall, deleteB } from './bigThings/deleteB.ts';

export * from './bigThings/getA.ts';
export * from './bigThings/deleteB.ts';

/** Things that are big. */
export interface BigThingsGroup {
  /** Get it. */
  get(input?: GetAInput, options?: CallOptions): GetACall;
  /** \`DELETE /b/{id}\` */
  delete(input: DeleteBInput, options?: CallOptions): DeleteBCall;
}

export function bigThingsGroup(connection: Connection): BigThingsGroup {
  return {
    get: (input, options) => getA(connection, input, options),
    delete: (input, options) => deleteB(connection, input, options),
  };
}
`);
  const index = files.get('client/index.ts')!;
  expect(index).toContain('  /** Things that are big. */\n  bigThings: BigThingsGroup;');
  expect(index).toContain('bigThings: bigThingsGroup(connection)');
});

test('names that could meet others make a client that type-checks', async () => {
  const names = ['call', 'connect', 'paged', 'input', 'connection', 'options', 'Ok', 'json'];
  // An operation called like what is made of another, or of a group.
  names.push('getCall', 'getCallOperation', 'upperGroup', 'IndexGroup', 'GetCallInput');
  const paths = names.map(
    (name) =>
      `  /${name}: { get: { operationId: ${name}, tags: [${name.length > 2 && /^[a-z]/.test(name) ? name : 'upper'}], ${responses} } }`,
  );
  paths.push(
    `  /index: { get: { operationId: index, tags: [index], responses: { 200: { description: D, content: { application/json: { schema: { $ref: '#/components/schemas/Page' } } } } } } }`,
  );
  paths.push(
    `  /raw: { post: { operationId: raw, tags: [raw], requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Operation' } } } }, ${responses} } }`,
  );
  const schemas = ['Page', 'Operation', 'Client', 'Connection', 'CallInput', 'Failure', 'RawGroup', 'IndexCall'];
  const rest = `components: { schemas: { ${schemas.map((name) => `${name}: { type: object }`).join(', ')} } }`;
  const model = buildModel(describeApi(`paths:\n${paths.join('\n')}\n${rest}`));
  expect(typeErrors(new Map([...emitClient(model), ...(await emitTypes(model))]))).toEqual([]);
});

test('a group of hundreds of operations: no file is longer than 800 lines', () => {
  const paths = Array.from({ length: 400 }, (_, index) => {
    const id = `listEverythingOfThatKindWhichMayBeALotOrNot${index}`;
    return `  /${id}: { get: { operationId: ${id}, tags: [all], summary: List, deprecated: true, ${responses} } }`;
  });
  const files = emitted(paths.join('\n'));
  const long = [...files].filter(([, text]) => text.split('\n').length > 800);
  expect(long.map(([name]) => name)).toEqual([]);
  expect(files.get('client/all.ts')).toContain('return { ...allGroup1(connection), ...allGroup2(connection), ');
});
