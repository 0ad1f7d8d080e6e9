import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailRefusal } from '../../src/sending/mail/transport.ts';
import { smtpTransport } from '../../src/sending/smtp/transport.ts';

/** What happens to one byte of a conversation. */
type Fault =
  | { cut: 'of the client' | 'of the server'; at: number }
  /** The byte of the server is another one. */
  | { instead: number; at: number }
  /** More follows the byte of the server, in the same packet. */
  | { added: string; at: number };

interface Conversation {
  refusal: MailRefusal | undefined;
  /** Times that the server took the mail. */
  taken: number;
  /** Whether it had consented to the message. */
  consented: boolean;
  /** Whether it had consented to an encrypted connection. */
  encrypting: boolean;
  /** Bytes that the client and the server sent. */
  bytes: { client: number; server: number };
}

const mail = {
  accountId: 1,
  contactId: 1,
  messageId: '<1@example.org>',
  envelope: { from: 'news@example.org', to: 'reader@example.com' },
  head: 'Message-ID: <1@example.org>\r\n',
  body: '.dots\r\n.\r\nEnd\r\n',
};

let url: string;
let impatientUrl: string;
let extensions: string[] = [];
let fault: Fault | undefined;
let state: Omit<Conversation, 'refusal'>;
const server = createServer({ noDelay: true }, (socket) => converse(socket));
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Where both sides wait for each other, the client's deadlines end it.
  const waits = ['connectionTimeout', 'greetingTimeout', 'socketTimeout', 'messageTimeout'].map(
    (name) => `${name}=150`,
  );
  url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?maxConnections=1`;
  impatientUrl = `${url}&${waits.join('&')}`;
});
afterAll(() => void server.close());

/** A server that takes every mail, behind a network that has the fault. */
function converse(socket: Socket): void {
  socket.on('error', () => {});
  const { bytes } = state;
  let input = '';
  let inMessage = false;
  const say = (text: string) => {
    const sent = Buffer.from(`${text}\r\n`);
    const from = bytes.server;
    bytes.server += sent.length;
    const index = fault === undefined ? -1 : fault.at - from;
    const isElsewhere = fault !== undefined && 'cut' in fault && fault.cut === 'of the client';
    if (fault === undefined || isElsewhere || index >= sent.length || index < 0) return void socket.write(sent);
    if ('added' in fault) {
      socket.write(Buffer.concat([sent.subarray(0, index + 1), Buffer.from(fault.added), sent.subarray(index + 1)]));
    } else if ('instead' in fault) {
      sent[index] = fault.instead;
      socket.write(sent);
      void endIdle(socket);
    } else socket.end(sent.subarray(0, index), () => socket.destroy());
  };
  const hear = (line: string) => {
    if (inMessage) {
      if (line !== '.') return;
      inMessage = false;
      state.taken++;
      say('250 2.0.0 Taken');
    } else if (line.startsWith('EHLO'))
      say(['250-test', ...extensions.map((name) => `250-${name}`), '250 HELP'].join('\r\n'));
    else if (line === 'DATA') {
      inMessage = true;
      state.consented = true;
      say('354 Go ahead');
    } else if (line === 'STARTTLS') {
      state.encrypting = true;
      say('220 2.0.0 Go ahead');
    } else if (line === 'QUIT') socket.end('221 Bye\r\n');
    else say('250 2.1.0 OK');
  };
  socket.on('data', (piece: Buffer) => {
    // Behind its consent this server says nothing.
    if (state.encrypting) return;
    const end =
      fault !== undefined && 'cut' in fault && fault.cut === 'of the client'
        ? fault.at - bytes.client
        : Number.POSITIVE_INFINITY;
    bytes.client += piece.length;
    input += piece.subarray(0, Math.max(0, end)).toString('latin1');
    const lines = input.split('\r\n');
    input = lines.pop()!;
    for (const line of lines) if (!socket.destroyed) hear(line);
    if (piece.length >= end) socket.destroy();
  });
  say('220 test ESMTP');
}

/** Ends a connection on which both sides may wait for each other. */
async function endIdle(socket: Socket): Promise<void> {
  for (let turn = 0, seen = socket.bytesRead; turn < 50; turn++) {
    await new Promise(setImmediate);
    if (socket.bytesRead === seen) continue;
    seen = socket.bytesRead;
    turn = 0;
  }
  socket.destroy();
}

async function send(next?: Fault): Promise<Conversation> {
  fault = next;
  state = { taken: 0, consented: false, encrypting: false, bytes: { client: 0, server: 0 } };
  const transport = smtpTransport(next && 'added' in next ? impatientUrl : url);
  const refusal = await transport.send(mail);
  await transport.close();
  return { refusal, ...state };
}

test.each([
  ['step by step', []],
  ['with PIPELINING', ['PIPELINING', '8BITMIME', 'SMTPUTF8']],
])(
  '%s, the connection ends after each byte: no mail is lost, and one comes twice only if its answer was cut off',
  async (_, offered) => {
    extensions = offered;
    const whole = await send();
    expect(whole).toMatchObject({ refusal: undefined, taken: 1 });
    const found: string[] = [];
    for (const cut of ['of the client', 'of the server'] as const) {
      const count = cut === 'of the client' ? whole.bytes.client : whole.bytes.server;
      for (let at = 0; at < count; at++) {
        const { refusal, taken, consented } = await send({ cut, at });
        const what = `byte ${at} ${cut}: taken ${taken}, ${JSON.stringify(refusal)}`;
        // It is sent again, and counts as sent or given up as the account wants if it may have arrived.
        const isRight =
          refusal === undefined
            ? taken === 1
            : !refusal.permanent &&
              refusal.concerns === 'server' &&
              taken <= 1 &&
              (taken === 0 || refusal.uncertain === true);
        if (!isRight || (refusal?.uncertain && !consented)) found.push(what);
      }
    }
    expect(found).toEqual([]);
  },
);

test('another byte anywhere in the replies: the attempt ends, and no mail counts as sent that was not taken', async () => {
  extensions = ['PIPELINING'];
  const { bytes } = await send();
  const found: string[] = [];
  for (let at = 0; at < bytes.server; at++) {
    for (const instead of [0, 10, 13, 32, 45, 50, 51, 52, 53, 57, 255]) {
      const { refusal, taken } = await send({ instead, at });
      const isRight =
        refusal === undefined ? taken === 1 : taken === 0 || refusal.uncertain || refusal.code !== undefined;
      if (!isRight) found.push(`byte ${at} is ${instead}: taken ${taken}, ${JSON.stringify(refusal)}`);
    }
  }
  expect(found).toEqual([]);
});

/** What somebody on the way adds to a conversation, or a server says too much. */
const additions = ['250 2.1.0 OK\r\n', '250-2.1.0', '\r\n', '220 go', '\0'];

test.each([
  ['plain', ['PIPELINING']],
  ['up to the consent to encrypt', ['STARTTLS']],
])('%s, more follows each byte of the server: each attempt ends', async (_, offered) => {
  extensions = offered;
  const { bytes } = await send({ added: '', at: 0 });
  const found: string[] = [];
  for (let at = 0; at < bytes.server; at++) {
    for (const added of additions) {
      const { refusal, taken, encrypting } = await send({ added, at });
      const isRight = refusal === undefined ? taken === 1 : taken <= 1 && (taken === 0 || refusal.uncertain === true);
      if (!isRight || (encrypting && refusal?.concerns !== 'server'))
        found.push(`${JSON.stringify(added)} behind byte ${at}: taken ${taken}, ${JSON.stringify(refusal)}`);
    }
  }
  expect(found).toEqual([]);
});
