import { type Choice, type MediaTypeAliases, negotiator, type Offer, offer } from './accept.ts';
import type { Api, ContentTable, OperationTable, ResponseTable } from './api.ts';
import { deprecationHeaders } from './deprecation.ts';
import type { Handler, Implementation } from './implementation.ts';
import { namesInQuery } from './object-names.ts';
import { reservedHeaders } from './own-headers.ts';
import { pagingWriter, type WritePaging } from './paging.ts';
import { parameterReader, type ReadParameters } from './parameters.ts';
import { refusalWriter, type WriteRefusal } from './refusal.ts';

/** An operation with data computed once for all requests. */
export interface CompiledOperation<Context> {
  table: OperationTable;
  handler: Handler<Context> | undefined;
  readParameters: ReadParameters;
  /** Names of query parameters, for suggestions. */
  queryNames: readonly string[];
  /** Whether the handler receives the media type of the body, because there are several. */
  tellsContentType: boolean;
  /** Media types of successful responses, the default first; empty if they have no body. */
  offers: readonly Offer[];
  /** The one of `offers` for an Accept header; its index is -1 if none is acceptable. */
  negotiate: (accept: string | undefined) => Choice;
  responses: ReadonlyMap<number | 'default', ResponseTable>;
  /** The first 2xx. */
  successStatus: number;
  writePaging: WritePaging | undefined;
  refuse: WriteRefusal;
  /** Headers that handlers cannot set. */
  reserved: readonly string[];
  /** Headers of every response, refusals too. */
  announced: readonly (readonly [name: string, value: string])[];
}

export function compileOperations<Context>(
  { api, handlers }: Implementation<Context>,
  otherNames: MediaTypeAliases,
): CompiledOperation<Context>[] {
  return Object.values(api.operations).map((table) => compile(api, table, handlers[table.id], otherNames));
}

function compile<Context>(
  api: Api,
  table: OperationTable,
  handler: Handler<Context> | undefined,
  otherNames: MediaTypeAliases,
): CompiledOperation<Context> {
  const successes = successesOf(table);
  const contents = successes.flatMap((response) => response.contents);
  const offers = [...new Set(contents.map(({ mediaType }) => mediaType))].map((mediaType, index) =>
    offer(mediaType, index === 0 ? table.acceptAliases : [], otherNames),
  );
  return {
    table,
    handler,
    readParameters: parameterReader(table),
    queryNames: table.parameters.flatMap((each) => (each.in === 'query' ? namesInQuery(each) : [])),
    tellsContentType:
      table.bodies.filter(({ twinOf }) => twinOf === undefined).length > 1 ||
      table.bodies.some(({ mediaType }) => mediaType.includes('*')),
    offers,
    negotiate: negotiator(offers),
    responses: new Map(table.responses.map((response) => [response.status, response])),
    successStatus: successStatus(table),
    writePaging: table.paging && pagingWriter(table, table.paging),
    refuse: refusalWriter(api, otherNames, table),
    reserved: reservedHeaders(api, table.method),
    announced: deprecationHeaders(table.deprecation),
  };
}

const successesOf = ({ responses }: OperationTable) =>
  responses.filter(({ status }) => status !== 'default' && status < 300);

/** The default status of a response: the first 2xx. */
export const successStatus = (table: OperationTable): number => Number(successesOf(table)[0]?.status ?? 200);

/** The content of a response: of the accepted media type if the response has it, otherwise the first. */
export function contentOf(response: ResponseTable, accepted: string | undefined): ContentTable | undefined {
  return response.contents.find(({ mediaType }) => mediaType === accepted) ?? response.contents[0];
}
