import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { connect, createServer } from 'node:tls';
import { generate } from 'selfsigned';
import { expect, test } from 'vitest';
import { explainTlsError } from './tls-errors.ts';

const days = (n: number) => new Date(Date.now() + n * 86_400_000);
const names = { name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: 'mx.example.com' }] };

/** Connects to a server with a certificate that is trusted or not, and explains the error. */
async function explain(certificate: { from: Date; to: Date } | 'plain', servername: string, trusted: boolean) {
  const made =
    certificate === 'plain'
      ? undefined
      : await generate([{ name: 'commonName', value: 'mx.example.com' }], {
          keySize: 2048,
          notBeforeDate: certificate.from,
          notAfterDate: certificate.to,
          extensions: [names],
        });
  const server = made
    ? createServer({ key: made.private, cert: made.cert })
    : createTcpServer((socket) => socket.on('error', () => {}).write('220 mx.example.com ESMTP ready\r\n'));
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', servername, ...(made && trusted && { ca: made.cert }) });
  const [error] = await once(socket, 'error', { signal: AbortSignal.timeout(200_000) });
  socket.destroy();
  server.close();
  return explainTlsError(error, { host: servername, port });
}

const valid = { from: days(-1), to: days(1) };

test.each<[string, Parameters<typeof explain>, RegExp]>([
  ['expired', [{ from: days(-9), to: days(-1) }, 'mx.example.com', true], /mx\.example\.com has expired\. .* renew it/],
  ['of the future', [{ from: days(1), to: days(9) }, 'mx.example.com', true], /not valid yet\. Set the clock/],
  ['of another name', [valid, 'smtp.example.com', true], /not for smtp\.example\.com, but for mx\.example\.com\. Use/],
  ['of nobody known', [valid, 'mx.example.com', false], /issuer that this machine does not know.*NODE_EXTRA_CA_CERTS/],
  ['absent', ['plain', 'mx.example.com', false], /Port \d+ of mx\.example\.com is not encrypted.* 465 for SMTP/],
])('a certificate that is %s is explained, with what to do', async (_, asked, wanted) => {
  expect(await explain(...asked)).toMatch(wanted);
});

test('other errors are left as they are', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect(explainTlsError(refused, { host: 'mx.example.com', port: 465 })).toBeUndefined();
});
