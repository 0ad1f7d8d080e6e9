import { createCaller } from '@mailwright/tool-runtime';
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

/** Answers a request of the Model Context Protocol with the operations that the rights of the key allow. */
export async function serveTools(request: Request, caller: ToolCaller): Promise<Response> {
  const { baseUrl, fetch, key, rights, confirmationSecret } = caller;
  const connection = { baseUrl, fetch, auth: { apiKey: key }, userAgent: `mailwright-mcp/${version}` };
  const send = createCaller(await api.loadClient(), connection);
  // `x-right` is the method of each operation.
  const operations = api.operations.filter(({ method }) => rights.some((right) => right === method.toLowerCase()));
  const confirmations = createConfirmations(confirmationSecret);
  return createToolHandler(() => createToolServer(api, send, { operations, confirmations }))(request);
}
