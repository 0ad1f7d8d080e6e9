import { startBackground } from '../app/background.ts';
import { openServiceDatabase } from '../app/compose.ts';
import { voidFormerLeases } from '../app/former-leases.ts';
import { createFetcher } from '../platform/fetch/fetch.ts';
import { operatorLog } from '../platform/log/operator-log.ts';
import { dnsOf } from '../platform/network/dns.ts';
import { startTracing } from '../platform/tracing/start.ts';
import { takesMail } from '../quality/index.ts';
import { closeOnSignal } from './close-on-signal.ts';
import { mailTransport, type OutgoingMails } from './mail-transport.ts';
import { databaseConfig } from './operator.ts';
import type { SendingOptions } from './options.ts';
import { secretKeys } from './secret-keys.ts';
import { serviceManager } from './service-manager.ts';

/** `mailwright work`: sends mails and does all other background work, beside `mailwright serve --no-worker`. */
export async function work(options: SendingOptions): Promise<void> {
  const { publicUrl, bounceDomain, spamd, chromium, keepEvents } = options;
  if (publicUrl === undefined) throw new Error('--public-url is required: it is the base URL of links in mails.');
  const log = operatorLog(options.log, (line) => console.error(line));
  const manager = serviceManager(log);
  const endTracing = await startTracing();
  let keys: OutgoingMails['keys'];
  const database = await openServiceDatabase(databaseConfig(options), {
    log,
    signingKeys: () => keys?.(),
    secretKeys: secretKeys(options),
  });
  const { transport, openRelay, outbox, stop, ...outgoing } = mailTransport(options, log);
  keys = outgoing.keys;
  await voidFormerLeases(database, log);
  const { fetch, close } = createFetcher(options.allowPrivateAddresses ? { allows: () => true } : {});
  const lookUpExchanges = dnsOf().exchanges;
  const environment = { transport, openRelay, lookUpExchanges, log, fetch, publicUrl, bounceDomain };
  const checks = { spamd, chromium, takesMail, dkim: keys && { keys, dns: dnsOf(), returnPath: bounceDomain } };
  const background = startBackground(database, environment, checks, outbox, log, keepEvents);
  const signals = database.listen((signal) => {
    if (signal === 'work') background.wake();
  });
  process.on('SIGHUP', () => {}); // tells services to look at their certificates; a worker has none
  closeOnSignal(async () => {
    manager.stopping();
    stop();
    await signals.close();
    await background.close();
    await close();
    await outgoing.close();
    await database.close();
    await endTracing();
  });
  console.log('The worker is running. Stop it with Ctrl+C.');
  manager.ready();
}
