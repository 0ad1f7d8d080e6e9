import { createCaller, type ToolOperation } from '@mailwright/tool-runtime';
import { createConfirmations, createToolHandler, createToolServer } from '@mailwright/tool-runtime/mcp';
import type { Right } from '../../account/index.ts';
import { version } from '../../platform/version.ts';
import { api } from './api.ts';

/** Who asks, and how calls reach the API. */
interface ToolCaller {
  baseUrl: string;
  fetch(request: Request): Promise<Response>;
  key: string;
  rights: readonly Right[];
  /** The same in each process of the service. */
  confirmationSecret: Uint8Array;
}

/** Lists of operations by rights. They are kept, because the search keeps an index of each. */
const lists = new Map<string, readonly ToolOperation[]>();

function operationsFor(rights: readonly Right[]): readonly ToolOperation[] {
  const name = [...rights].sort().join();
  // `x-right` is the method of each operation.
  const list =
    lists.get(name) ?? api.operations.filter(({ method }) => rights.some((right) => right === method.toLowerCase()));
  lists.set(name, list);
  return list;
}

/**
 * Answers a request of the Model Context Protocol with the operations that the rights of the key allow.
 * @param body JSON of the request, if it has a body
 */
export async function serveTools(request: Request, body: unknown, caller: ToolCaller): Promise<Response> {
  const { baseUrl, fetch, key, rights, confirmationSecret } = caller;
  const connection = { baseUrl, fetch, auth: { apiKey: key }, userAgent: `mailwright-mcp/${version}` };
  const send = createCaller(await api.loadClient(), connection);
  const operations = operationsFor(rights);
  const confirmations = createConfirmations(confirmationSecret);
  return createToolHandler(() => createToolServer(api, send, { operations, confirmations }))(request, body);
}
