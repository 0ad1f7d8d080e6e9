import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/**
 * A bare node:https server that answers every request with 302. Runs in a process of its own:
 * `node bare-redirect.ts KEY CERTIFICATE`; prints its port.
 */
const [key, cert] = process.argv.slice(2).map((file) => readFileSync(file!));
const headers = { location: 'https://shop.example.com/a?x=1', 'cache-control': 'no-store, private' };

const server = createServer({ key: key!, cert: cert! }, (_request, response) => {
  response.writeHead(302, headers);
  response.end();
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
