import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/**
 * A bare node:https server that answers every request with the bytes of a file. Runs in a process of its own:
 * `node bare-server.ts KEY CERTIFICATE BODY`; prints its port.
 */
const [key, cert, body] = process.argv.slice(2).map((file) => readFileSync(file!));
const headers = { 'content-type': 'application/vnd.service.api+xml', 'content-length': body!.length };

const server = createServer({ key: key!, cert: cert! }, (_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
