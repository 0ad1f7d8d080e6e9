import { join } from 'node:path';
import { inject } from 'vitest';
import { ownIdentity } from '../../src/platform/http/certificate.ts';
import type { MailServer } from '../../src/platform/mail-server/mail-server.ts';
import { startBounceReceiver } from '../../src/sending/index.ts';
import type { TestService } from './service.ts';

/** Opens a port on which a service of the tests takes what comes back of its mails. */
export async function openBouncePort(service: TestService): Promise<MailServer> {
  const { key } = await ownIdentity(join(inject('runDirectory'), 'tls'));
  const tls = { cert: service.cert, key };
  return startBounceReceiver(service.db, { host: '127.0.0.1', port: 0, tls, log: (line) => service.log.push(line) });
}
