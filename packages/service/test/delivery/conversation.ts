import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';

export const to = 'ada@example.org';
export const mail = {
  accountId: 1,
  contactId: 1,
  messageId: '<1@example.com>',
  envelope: { from: 'news@example.com', to },
  head: 'Subject: Hi\r\n',
  body: 'Hi\r\n',
};

/** A mail server that says what a script tells it, nothing for an empty reply; notes the lines that it is sent. */
export async function scripted(greeting: string, replies: Record<string, string>, ofFirstMail = replies) {
  const lines: string[] = [];
  const server = createServer((socket) => {
    let inMessage = false;
    let isFirst = true;
    socket.on('error', () => {});
    socket.write(`${greeting}\r\n`);
    createInterface(socket).on('line', (line) => {
      lines.push(line);
      if (inMessage && line !== '.') return;
      const verb = inMessage ? '.' : line.split(/[ :]/)[0]!;
      const reply = (isFirst ? ofFirstMail : replies)[verb] ?? '250 fine';
      if (verb === '.') isFirst = false;
      inMessage = verb === 'DATA' && reply.startsWith('354');
      if (reply === 'hang up') socket.destroy();
      else if (reply !== '') socket.write(`${reply}\r\n`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?maxConnections=1&name=news.example.com`;
  return { url, lines, close: () => server.close() };
}
