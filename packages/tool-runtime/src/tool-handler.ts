import { createMcpHandler, type Server } from '@modelcontextprotocol/server';

/** Bytes of a request: a mailing with its images is smaller. */
const LARGEST = 4 * 1024 * 1024;

/**
 * Answers requests of the Model Context Protocol over HTTP ("Streamable HTTP") with a server for each: nothing is kept between
 * them, so any process can answer. Whoever mounts it checks credentials, and the `Origin` that browsers send, before.
 * @param serverFor the server for a request, such as one with what its sender may do
 * @returns a function of a request, and of its JSON if it was parsed already
 */
export function createToolHandler(
  serverFor: (request: Request) => Server | Promise<Server>,
): (request: Request, parsedBody?: unknown) => Promise<Response> {
  const { fetch } = createMcpHandler(({ requestInfo }) => serverFor(requestInfo!), {
    maxRequestBodySize: LARGEST,
    // Lists of tools do not change while a key is the same: there is nothing to wait for.
    maxSubscriptions: 0,
  });
  return (request, parsedBody) => fetch(request, { ...(parsedBody !== undefined && { parsedBody }) });
}
