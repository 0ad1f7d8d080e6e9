import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { NodeRawRequest } from './node-request.ts';

function received(socket: Socket, url: string): IncomingMessage {
  return Object.assign(new IncomingMessage(socket), { method: 'GET', url, headers: { host: 'mail.test:8443' } });
}

test.each([
  [
    'plain',
    new Socket(),
    '/1.0/ping',
    { secure: false, url: 'http://mail.test:8443/1.0/ping', path: '/ping', query: '' },
  ],
  [
    'TLS',
    new TLSSocket(new Socket()),
    '/1.0/a?b=%20',
    { secure: true, url: 'https://mail.test:8443/1.0/a', path: '/a', query: 'b=%20' },
  ],
  [
    'an absolute target',
    new Socket(),
    'http://x/1.0/a?b',
    { secure: false, url: 'http://mail.test:8443/1.0/a', path: '/a', query: 'b' },
  ],
  ['the base itself', new Socket(), '/1.0', { secure: false, url: 'http://mail.test:8443/1.0', path: '', query: '' }],
  [
    'beside the base',
    new Socket(),
    '/1.0a/b',
    { secure: false, url: 'http://mail.test:8443/1.0a/b', path: '', query: '' },
  ],
])('%s', (_what, socket, target, wanted) => {
  const { secure, url, path, query } = new NodeRawRequest(received(socket, target), '/1.0');
  expect({ secure, url, path, query }).toEqual(wanted);
});
