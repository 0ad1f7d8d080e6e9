import { createDispatcher, implementPartial, type OperationTable } from '@mailwright/server';
import { operations as adminOperations } from '@mailwright/server/admin';
import { adminImplementation } from '../../src/app/admin/handlers.ts';
import { handlers } from '../../src/app/operations.ts';
import type { Context } from '../../src/operations/context.ts';
import { exampleRequest, implemented } from '../isolation/requests.ts';
import { json } from './json-shapes.ts';
import type { Shape } from './shapes.ts';
import type { Subject } from './subjects.ts';

/** Bytes of the largest body that is read. */
const size = 9_000_000;
const taken = new Error('The body was read and checked.');

const hooks = {
  authenticate: () => ({ rights: new Set(['get', 'post', 'put', 'delete']) }),
  intercept: () => {
    throw taken;
  },
  onError: (error: unknown) => {
    if (error !== taken) throw error;
  },
};

/** Reads bodies and checks them against the description; no handler is called. */
const dispatch = createDispatcher(implementPartial<Context>(handlers), hooks);
const administer = createDispatcher(adminImplementation, hooks);

const withBody = implemented
  .filter(({ bodies }) => bodies.length > 0)
  .map((operation) => ({ operation, call: exampleRequest(operation, () => undefined) }));

/** Rows for the operations that take a body, one for those that take the same document. */
export const bodySubjects: Subject[] = [
  ...[...Map.groupBy(withBody, ({ call }) => String(call.body)).values()].map((alike) => subjectOf(alike, alike[0]!)),
  ...Object.values<OperationTable>(adminOperations)
    .filter(({ bodies }) => bodies.length > 0)
    .map(adminSubject),
];

/** A row for an operation of the administration, all of which take JSON. */
function adminSubject({ id, method, path }: OperationTable): Subject {
  return {
    name: `body of ${id}, for operators`,
    covers: [],
    adminOperations: [id],
    shapes: json,
    size,
    async run(text) {
      const own = path.replaceAll(/\{\w+\}/g, '1');
      await administer({
        method,
        path: own,
        query: '',
        headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
        body: Buffer.from(text),
        secure: true,
        url: `https://a/admin/1.0${own}`,
      });
    },
  };
}

function subjectOf(alike: typeof withBody, { operation, call }: (typeof withBody)[number]): Subject {
  return {
    name: `body of ${operation.id}${alike.length > 1 ? ` and ${alike.length - 1} others` : ''}`,
    covers: [],
    operations: alike.map((each) => each.operation.id),
    shapes: shapesOf(String(call.body)),
    size,
    async run(text) {
      const [path = '', query = ''] = call.path.split('?');
      const isJson = /^[[{"]/.test(text);
      const type = isJson ? 'application/json' : call.headers?.['content-type'];
      const headers = { 'content-type': type, authorization: 'Bearer x' };
      const body = Buffer.from(text);
      await dispatch({
        method: operation.method,
        path,
        query,
        headers,
        body,
        secure: true,
        url: `https://a/1.0${path}`,
      });
    },
  };
}

/** Documents that grow, by an example of a valid one. */
function shapesOf(example: string): Shape[] {
  const root = /^(?:<\?xml[^>]*\?>\s*)?<([\w:-]+)/.exec(example)?.[1];
  if (root === undefined) return json;
  const child = new RegExp(`<${root}[^>]*>\\s*(<([\\w:-]+)(?:\\s[^>]*)?>.*?</\\2>)`, 's').exec(example)?.[1] ?? '<x/>';
  const [head, tail] = [`<${root}>`, `</${root}>`];
  return [
    { name: 'XML, its first element', head, open: child.replaceAll('#', ''), tail },
    { name: 'XML, unknown elements', head, open: '<x#/>', tail },
    { name: 'XML, nested', head, open: '<x>', close: '</x>', tail },
    { name: 'XML, unclosed', head, open: '<x>' },
    { name: 'XML, attributes', head: `<${root} `, open: 'a#="b" ', tail: '/>' },
    { name: 'XML, text', head, open: '&amp;', tail },
    ...json,
  ];
}
