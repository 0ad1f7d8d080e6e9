import {
  type Codec,
  type ContentTable,
  createDispatcher,
  implementPartial,
  type OperationTable,
  operations,
} from '@mailwright/server';
import { key, mailings } from './pages.ts';
import { items, prepared } from './server.ts';

const holder = { rights: new Set(['get']) };
const page = { items: mailings(items), total: items };
const implementation = implementPartial({ listMailingsByStates: () => page });
/** The stub, with authentication, validation and XML. With `--prepared` the document is encoded once, before the start. */
export const dispatch = createDispatcher(prepared ? withoutEncoding(implementation) : implementation, {
  authenticate: (given) => (given === key ? holder : undefined),
  intercept: (_call, next) => next(undefined),
  requireHttps: false,
});

function withoutEncoding({ api, handlers }: typeof implementation): typeof implementation {
  const table: OperationTable = operations.listMailingsByStates;
  const [content] = table.responses[0]!.contents as [ContentTable];
  const document = Buffer.from(content.codec!.encode(page.items)).toString();
  const codec: Codec = { ...content.codec!, encode: () => document, encodeBytes: undefined };
  const listMailingsByStates = { ...table, responses: [{ status: 200, contents: [{ ...content, codec }] }] };
  return { api: { ...api, operations: { ...api.operations, listMailingsByStates } }, handlers };
}
