import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { askSpamd } from './spamd.ts';

/** The answer of a spamd 4.0. */
const report = `SPAMD/1.1 0 EX_OK\r
Content-length: 600\r
Spam: False ; 1.6 / 5.0\r
\r
Spam detection software has processed this message.\r
\r
Content analysis details:   (1.6 points, 5.0 required)\r
\r
 pts rule name              description\r
---- ---------------------- --------------------------------------------------\r
-0.0 NO_RELAYS              Informational: message was not relayed via SMTP\r
 0.5 MISSING_MID            Missing Message-Id: header\r
 1.1 URI_TRY_3LD            "Try it" URI, suspicious hostname, and a\r
                            description of two lines\r
\r
`;

async function answering(
  answer: string,
): Promise<{ host: string; port: number; asked: () => string; close: () => void }> {
  let asked = '';
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('data', (chunk) => (asked += chunk));
    socket.on('end', () => socket.end(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { host: '127.0.0.1', port, asked: () => asked, close: () => server.close() };
}

test('asks with the length, and reads score and rules', async () => {
  const spamd = await answering(report);
  expect(await askSpamd(spamd, Buffer.from('Subject: ä\r\n\r\n'))).toEqual({
    score: 1.6,
    threshold: 5,
    rules: [
      { name: 'NO_RELAYS', score: -0, description: 'Informational: message was not relayed via SMTP' },
      { name: 'MISSING_MID', score: 0.5, description: 'Missing Message-Id: header' },
      {
        name: 'URI_TRY_3LD',
        score: 1.1,
        description: '"Try it" URI, suspicious hostname, and a description of two lines',
      },
    ],
  });
  expect(spamd.asked()).toBe('REPORT SPAMC/1.5\r\nContent-length: 15\r\n\r\nSubject: ä\r\n\r\n');
  spamd.close();
});

test.each([
  ['HTTP/1.1 400 Bad Request\r\n\r\n', 'spamd responded "HTTP/1.1 400 Bad Request"'],
  ['SPAMD/1.0 76 Bad header line\r\n', 'spamd responded "SPAMD/1.0 76 Bad header line"'],
  ['SPAMD/1.1 0 EX_OK\r\n\r\n', 'spamd returned no score'],
  ['', 'spamd responded ""'],
])('%j is no answer', async (answer, message) => {
  const spamd = await answering(answer);
  await expect(askSpamd(spamd, Buffer.from('x'))).rejects.toThrow(message);
  spamd.close();
});
