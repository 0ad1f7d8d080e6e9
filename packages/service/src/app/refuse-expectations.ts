import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { strictHeaders } from '@mailwright/server-runtime/web';

const document =
  '<error><message>The header Expect must be "100-continue" or absent; other expectations are not supported.</message></error>';

/** Answers expectations other than `100-continue` (RFC 9110, 10.1.1) with an error document; the answer of Node has no body and no headers. */
export function refuseExpectations(server: Pick<Server, 'on'>): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const headers = { ...Object.fromEntries(strictHeaders), 'Content-Type': 'application/xml' };
    response.writeHead(417, headers).end(document);
  });
}
