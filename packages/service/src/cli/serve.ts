import { join, resolve } from 'node:path';
import { findKeyHolder, generateKey, listAccounts, users } from '../account/index.ts';
import { createEmptyAccount } from '../administration/first-account.ts';
import { settleMovedKeys } from '../administration/moving/import-account.ts';
import { openServiceDatabase } from '../app/compose.ts';
import { controlAddress } from '../app/control/address.ts';
import { serveControl } from '../app/control/server.ts';
import { createDemoAccount } from '../app/demo-account.ts';
import { fillDemoAccount } from '../app/demo-contents.ts';
import { startServer } from '../app/server.ts';
import type { Database } from '../platform/database/open.ts';
import { isReadOnly } from '../platform/database/ping.ts';
import { createFetcher } from '../platform/fetch/fetch.ts';
import { ownIdentity, readIdentity, type TlsIdentity } from '../platform/http/certificate.ts';
import { watchIdentity } from '../platform/http/identity-watch.ts';
import { operatorLog } from '../platform/log/operator-log.ts';
import type { MailServer } from '../platform/mail-server/mail-server.ts';
import { dnsOf } from '../platform/network/dns.ts';
import { openIdProvider, readProviderFile } from '../platform/network/openid-provider.ts';
import { startTracing } from '../platform/tracing/start.ts';
import { backgroundChecks, takesMail } from '../quality/index.ts';
import { BounceSources, collectBounces, relaying, startBounceReceiver } from '../sending/index.ts';
import { startSubmission } from '../transactional/index.ts';
import { banner } from './banner.ts';
import { eventKeys } from './bounce-events.ts';
import { bounceMailbox } from './bounce-mailbox.ts';
import { closeOnSignal } from './close-on-signal.ts';
import { keepCertificate } from './keep-certificate.ts';
import { mailTransport, type OutgoingMails } from './mail-transport.ts';
import { databaseConfig } from './operator.ts';
import type { ServeOptions } from './options.ts';
import { secretKeys } from './secret-keys.ts';
import { chosenKey, chosenMetricsToken } from './secrets.ts';
import { passedSockets, serviceManager } from './service-manager.ts';
import { letYoungHeapGrow } from './small-heap.ts';

/** `mailwright serve`: runs the platform until it is interrupted. */
export async function serve(options: ServeOptions): Promise<void> {
  if (options.demo) return (await import('./serve-demo.ts')).serveDemo(options);
  const log = operatorLog(options.log, (line) => console.error(line));
  const manager = serviceManager(log);
  const dataDir = resolve(options.data);
  const endTracing = await startTracing();
  let signingKeys: OutgoingMails['keys'];
  const database = await openServiceDatabase(databaseConfig(options), {
    log,
    signingKeys: () => signingKeys?.(),
    secretKeys: secretKeys(options),
  });
  const closers: (() => Promise<void>)[] = [endTracing, () => database.close()];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  let stopSending = () => {};
  try {
    await settleMovedKeys(database.kysely, options.dkimKeys);
    const keys = await firstAccount(database, options);
    const wanted = keys.chosen ? undefined : chosenKey(options);
    if (wanted !== undefined && (await findKeyHolder(database.kysely, wanted)) === undefined)
      log(
        '--key is ignored, because the first account already exists. Run "mailwright keys create" to create another key.',
      );
    const { outbox, transport, openRelay, signed, stop, ...outgoing } = mailTransport(options, log);
    stopSending = stop;
    signingKeys = outgoing.keys;
    const dns = dnsOf();
    const dkim = signingKeys && { keys: signingKeys, dns, returnPath: options.bounceDomain };
    closers.push(outgoing.close);
    const {
      fetch,
      permits,
      close: closeFetcher,
    } = createFetcher(options.allowPrivateAddresses ? { allows: () => true } : {});
    closers.push(closeFetcher);
    const keeper = await keepCertificate(options, database, log);
    const readTls = async () => (await keeper?.load()) ?? identity(options, dataDir);
    const tls = await readTls();
    const publicUrl = options.publicUrl ?? (options.acmeDomain && `https://${options.acmeDomain[0]}`);
    const { host, port, httpPort, bounceDomain, worker, spamd, chromium, withoutChecks } = options;
    const checks = { takesMail, dkim, spamd, chromium, without: knownChecks(withoutChecks) };
    const places = { host, port, httpPort, publicUrl, bounceDomain };
    let receiver: MailServer | undefined;
    if (options.bouncePort !== undefined) {
      if (bounceDomain === undefined) throw new Error('--bounce-port requires --bounce-domain');
      receiver = await startBounceReceiver(database.kysely, { host, port: options.bouncePort, tls, log });
      closers.push(receiver.close);
    }
    const mailbox = bounceMailbox(options);
    const keysOfEvents = eventKeys(options.bounceEvents);
    const sources = [...(mailbox ? ['mailbox'] : []), ...Object.keys(keysOfEvents ?? {})];
    await new BounceSources(database.kysely).add(sources);
    const server = await startServer({
      database,
      transport,
      openRelay,
      lookUpExchanges: dns.exchanges,
      dns,
      outbox,
      fetch,
      permits,
      checks,
      tls,
      ...places,
      ...passedSockets(process.env),
      certificateKeeper: keeper,
      trustsHop: options.trustProxy,
      metricsToken: chosenMetricsToken(options),
      identityProvider: identityProvider(options),
      eventKeys: keysOfEvents,
      worker,
      keepEvents: options.keepEvents,
      dataDir: database.kind === 'embedded' ? dataDir : undefined,
      dkimDirectory: options.dkimKeys,
      directories: { relaySecrets: options.relaySecrets, operatorFiles: options.operatorFiles },
      moveKeyFile: options.moveKeyFile,
      log,
    });
    closers.push(() => server.close());
    if (mailbox) closers.push(collectBounces(database.kysely, mailbox, log).close);
    const submissions: MailServer[] = [];
    const { findHolder, wakeWorker } = server;
    for (const [at, implicitTls] of [
      [options.submissionPort, false],
      [options.submissionsPort, true],
    ] as const) {
      if (at === undefined) continue;
      const chosen = { host, port: at, implicitTls, tls, findHolder, wakeWorker, log };
      const submission = await startSubmission(database.kysely, chosen);
      submissions.push(submission);
      closers.push(submission.close);
      console.log(`Submission of mails: ${implicitTls ? 'smtps' : 'smtp'}://${host}:${submission.port}`);
    }
    const show = (identity: TlsIdentity) => {
      server.setIdentity(identity);
      receiver?.setIdentity(identity);
      for (const submission of submissions) submission.setIdentity(identity);
    };
    const read = async () => {
      await keeper?.renew();
      return readTls();
    };
    const watch = watchIdentity({ first: tls, read, show, log });
    closers.push(async () => {
      watch.close();
      await keeper?.close();
    });
    process.on('SIGHUP', () => {
      keeper?.hurry();
      void watch.look();
    });
    if (keeper) void watch.look();
    if (database.kind === 'embedded') {
      const control = await serveControl(controlAddress(dataDir), server.administration);
      closers.push(() => control.close());
    }
    const bounces = receiver && bounceDomain ? { domain: bounceDomain, host, port: receiver.port } : undefined;
    const stored = (await relaying.listRelays(database.kysely)).flatMap(({ name }) =>
      name === relaying.defaultRelay ? [] : name,
    );
    const { smtp } = options;
    // The banner says how to stop the service.
    closeOnSignal(() => {
      manager.stopping();
      stopSending();
      return close();
    });
    const firstUserLink = await linkForFirstUser(database, server.publicUrl);
    console.log(banner({ server, tls, ...keys, firstUserLink, dataDir, smtp, relays: stored, signed, bounces }));
    manager.ready();
    letYoungHeapGrow();
  } catch (error) {
    await close();
    throw error;
  }
}

/** Link with which the oldest account gets its first administrator; none while the database takes no changes. */
async function linkForFirstUser({ kysely }: Database, publicUrl: string): Promise<string | undefined> {
  if (await isReadOnly(kysely)) return undefined;
  const [account] = await listAccounts(kysely);
  const token = account && (await users.insertFirstUserToken(kysely, account.id));
  return token && `${publicUrl}/console/first?token=${token}`;
}

function identityProvider({ singleSignOnFile: file }: ServeOptions) {
  return file === undefined ? undefined : openIdProvider(readProviderFile('--single-sign-on-file', file));
}

function knownChecks(names: string[] = []): ReadonlySet<string> {
  const known = Object.keys(backgroundChecks);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return new Set(names);
  throw new Error(`--without-checks: there is no check "${unknown}"; there are ${known.join(', ')}`);
}

/** Creates the first account in an empty database, with sample data unless it is to be empty. Returns its new key. */
async function firstAccount({ kysely }: Database, options: ServeOptions) {
  const wanted = chosenKey(options);
  const { empty, senderDomain: domain, name = empty ? 'Main' : 'Demo' } = options;
  if ((await listAccounts(kysely)).length > 0) return { newKey: undefined, chosen: false, hasSamples: false };
  const key = wanted ?? generateKey();
  if (empty) await createEmptyAccount(kysely, key, { name, domain });
  else await fillDemoAccount(kysely, await createDemoAccount(kysely, key, { name, domain }));
  return { newKey: wanted === undefined ? key : undefined, chosen: wanted !== undefined, hasSamples: !empty };
}

async function identity({ tlsCert, tlsKey }: ServeOptions, dataDir: string): Promise<TlsIdentity> {
  if (tlsCert && tlsKey) return readIdentity(tlsCert, tlsKey);
  if (tlsCert || tlsKey) throw new Error('--tls-cert and --tls-key must be given together');
  return ownIdentity(join(dataDir, 'tls'));
}
