import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { SMTPServer } from 'smtp-server';

/** Lets a mail server listen on a free port of loopback. */
export async function openSmtp(server: SMTPServer): Promise<{ url: string; close(): Promise<void> }> {
  // A client that is killed ends its connection in the middle.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
