import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { ConsoleDemo } from '@mailwright/console';
import {
  api,
  createDispatcher,
  implementPartial,
  nodeListener,
  type RawRequest,
  refuseClient,
  toFetchHandler,
} from '@mailwright/server';
import { fastifyOptions, fastifyPlugin } from '@mailwright/server/fastify';
import { addStrictHeaders, BodiesUnderWay } from '@mailwright/server-runtime/web';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { findKeyHolder, isGoodFrom, type KeyHolder, rememberKeyHolders } from '../account/index.ts';
import type { Administration } from '../administration/actions.ts';
import { type AdministrationOptions, audited } from '../administration/audited.ts';
import { Backups } from '../administration/backups.ts';
import { Moves } from '../administration/moves.ts';
import type { Context } from '../operations/context.ts';
import { answerNotFound } from '../pages/not-found.ts';
import { answerAuthority, answerPlainOnTls, refusePlain } from '../pages/plain-http.ts';
import type { CertificateKeeper } from '../platform/acme/keeper.ts';
import { proofsByTls } from '../platform/acme/tls-proofs.ts';
import type { Database } from '../platform/database/open.ts';
import { retrying } from '../platform/database/retry.ts';
import { sendSignal } from '../platform/database/signals.ts';
import type { GuardedFetch } from '../platform/fetch/fetch.ts';
import { expires, type TlsIdentity } from '../platform/http/certificate.ts';
import { logAnswer, logFailure } from '../platform/http/log-answers.ts';
import { namesOwnHost } from '../platform/http/own-hosts.ts';
import type { TrustsHop } from '../platform/http/trusted-proxy.ts';
import { tellingUnavailable } from '../platform/http/unavailable.ts';
import type { Log } from '../platform/log/log.ts';
import { sendMetrics } from '../platform/metrics/send.ts';
import {
  type ConnectionLimits,
  limitConnections,
  serverTimeouts,
  usualLimits,
} from '../platform/network/connections.ts';
import { type Dns, silentDns } from '../platform/network/dns.ts';
import type { IdentityProvider } from '../platform/network/openid-provider.ts';
import { tellOfWritten } from '../platform/queue/written-jobs.ts';
import { traceRequests } from '../platform/tracing/requests.ts';
import { nameSpan } from '../platform/tracing/span.ts';
import type { CheckOptions } from '../quality/index.ts';
import type { bounceEvents, MailTransport, Outbox, relaying } from '../sending/index.ts';
import { startRecorder } from '../tracking/index.ts';
import { adminDispatcher } from './admin/dispatcher.ts';
import { admitHolder } from './admit-holder.ts';
import { startBackground, startOutboxUpkeep } from './background.ts';
import { defended, refuseOtherSites } from './browser-defences.ts';
import { FailedKeys } from './failed-keys.ts';
import { voidFormerLeases } from './former-leases.ts';
import { interceptHandlers } from './intercept-handlers.ts';
import { keepDemoKey } from './keep-demo-key.ts';
import { serviceMetrics } from './metrics.ts';
import { handlers } from './operations.ts';
import { registerPages } from './pages.ts';
import type { HolderPrincipal } from './principal.ts';
import { refuseExpectations } from './refuse-expectations.ts';
import { watchRefusedKeys } from './refused-keys.ts';
import { registerToolEndpoint } from './tools/endpoint.ts';

const apiPrefix = '/1.0';
const adminPrefix = '/admin/1.0';
/** Longer than any address that Node takes: a page itself says that it knows no such token. */
const longestAddress = 16_384;
/** Pages take forms only; their bodies are small. */
const pageBodyLimit = 16_384;

export interface ServerOptions {
  database: Database;
  transport: MailTransport;
  /** Opens stored relays. */
  openRelay?: relaying.OpenRelay | undefined;
  /** Tells receivers by their mail exchangers. */
  lookUpExchanges?: relaying.LookUpExchanges | undefined;
  /** Directory in which mails are or were stored on this machine. */
  outbox?: Outbox | undefined;
  /** Asks addresses that users give. */
  fetch: GuardedFetch;
  /** Whether an address may be asked, as far as it can be told without looking its name up. */
  permits: (url: string) => boolean;
  checks?: CheckOptions;
  /** Directory of the embedded database, which backups copy. */
  dataDir?: string | undefined;
  /** Reads the DNS records that mails of the senders need; by default the DNS does not respond. */
  dns?: Dns | undefined;
  /** Directory of the DKIM keys, if there is one. */
  dkimDirectory?: string | undefined;
  /** Directories whose files operators may name over the network. */
  directories?: AdministrationOptions['directories'];
  /** File with the key that signs files of accounts, if there is one. */
  moveKeyFile?: string | undefined;
  tls: TlsIdentity;
  host: string;
  /** Port of HTTPS; 0 takes a free one. */
  port: number;
  /** Socket that listens for HTTPS already, in place of `host` and `port`. */
  fd?: number | undefined;
  /** Port of plain HTTP, where every request is answered with 403; 0 takes a free one. */
  httpPort: number;
  /** Socket that listens for HTTP already, in place of `host` and `httpPort`. */
  httpFd?: number | undefined;
  /** Orders the certificate, if nobody has given one. */
  certificateKeeper?: CertificateKeeper | undefined;
  /**
   * Address that links begin with; by default `https://localhost:<port>`, and for links of API responses the host of the
   * request if it is this service's own.
   */
  publicUrl?: string | undefined;
  /** Domain that receives bounces; without one they go to the senders. */
  bounceDomain?: string | undefined;
  /** Keys for events of providers. */
  eventKeys?: bounceEvents.EventKeys | undefined;
  /** Whether this process works in the background too; another one must, if not. By default it does. */
  worker?: boolean;
  /** Days for which openings, clicks, deliveries and bounces are kept; for ever when undefined. */
  keepEvents?: number | undefined;
  log: Log;
  /** Which proxies in front of the service are believed about the client; none by default. */
  trustsHop?: TrustsHop | undefined;
  /** Token for reading the metrics; without one they cannot be read. */
  metricsToken?: string | undefined;
  /** OpenID Connect provider at which people may sign in. */
  identityProvider?: IdentityProvider | undefined;
  /**
   * How long after a request its key is not looked up again; one that another process revokes is good for so long. By
   * default a second.
   */
  keyMemoryMillis?: number;
  /** How long refused keys are counted before the audit log has them; by default a minute. */
  refusedKeysMillis?: number;
  /** Of a demo: the key for everybody, and when it is reset. */
  demo?: ConsoleDemo | undefined;
  /** Limits that differ from the defaults. */
  limits?: Partial<ConnectionLimits> | undefined;
}

export interface RunningServer {
  port: number;
  httpPort: number;
  publicUrl: string;
  /** The actions of operators. */
  administration: Administration;
  /** Wakes the workers for work, or for mails alone, that were written down outside the server. */
  wakeWorker(work?: 'mails'): void;
  /** Returns the holder of a valid key that may be used from an address. */
  findHolder(key: string, address: string): Promise<KeyHolder | undefined>;
  /** Shows another certificate to those who connect from now on. */
  setIdentity(identity: TlsIdentity): void;
  /**
   * Takes no new connections, and ends when the running requests are answered, or after 10 seconds; those that are not
   * over by then lose their connection, and what they have not committed is undone.
   */
  close(): Promise<void>;
}

/** Starts HTTPS with the API and the public pages, plain HTTP with its 403, and the background work. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { database, transport, fetch, permits, checks = {}, host, log } = options;
  const db = database.kysely;
  let { tls } = options;
  const { trustsHop, certificateKeeper } = options;
  // Behind a proxy, all clients come from its address.
  const proxied = trustsHop && { perAddress: usualLimits.total };
  const limits = { ...usualLimits, ...proxied, ...options.limits };
  /** The outbox that mails go to now. */
  const outbox = options.outbox === transport ? options.outbox : undefined;
  const { bounceDomain } = options;
  const withoutChecks: ReadonlySet<string> = checks.without ?? new Set();
  const publicUrl = options.publicUrl ?? '';
  const environment = {
    transport,
    openRelay: options.openRelay,
    lookUpExchanges: options.lookUpExchanges,
    log,
    fetch,
    permits,
    withoutChecks,
    dkim: {
      keys: checks.dkim?.keys ?? (() => []),
      dns: options.dns ?? silentDns,
      returnPath: bounceDomain,
    },
    installation: {
      storesMails: outbox !== undefined,
      keptDays: options.keepEvents,
      certificateEnds: () => expires(tls.cert),
      certificateFault: () => certificateKeeper?.fault,
    },
    publicUrl,
    bounceDomain,
    wakeWorker: (_work?: 'mails') => {},
    forgetKeys: () => {},
  };

  const find = (key: string) => retrying(() => findKeyHolder(db, key));
  const keyMemory = rememberKeyHolders(find, options.keyMemoryMillis ?? 1000);
  environment.forgetKeys = keyMemory.forget;
  const failedKeys = new FailedKeys(log);
  const refusedKeys = watchRefusedKeys(db, log, options.refusedKeysMillis);
  const authenticate = (key: string, request: RawRequest) => {
    const holder = keyMemory.holderOf(key);
    const admit = (found: KeyHolder | undefined) => {
      const refuse = () => refusedKeys.note(key, request.remoteAddress);
      if (found) return admitHolder(found, request.remoteAddress, refuse);
      refuse();
      failedKeys.note(request);
      return undefined;
    };
    return holder instanceof Promise ? holder.then(admit) : admit(holder);
  };
  const linkBase = ({ url }: RawRequest): string =>
    options.publicUrl || !(trustsHop || namesOwnHost(url, tls.cert)) ? environment.publicUrl : new URL(url).origin;
  const intercept = interceptHandlers(database, environment);
  const service = serviceMetrics(db, {
    ends: () => expires(tls.cert),
    failures: () => certificateKeeper?.failures ?? 0,
  });
  const bodies = new BodiesUnderWay(api.maxBodies);
  const dispatch = defended(
    createDispatcher(implementPartial<Context>(handlers), {
      bodies,
      clientOf: ({ holder }: HolderPrincipal) => holder.account.id,
      authenticate: (key, request) => tellingUnavailable(() => authenticate(key, request)),
      intercept: (call, next) => {
        refuseOtherSites(call);
        if (options.demo) keepDemoKey(call);
        return tellingUnavailable(() => intercept(call, next));
      },
      onError: (error, requestId) => logFailure(log, error, requestId),
      onAnswer: (record) => {
        if (record.operation) nameSpan(record.operation);
        logAnswer(log, record);
        service.onAnswer(record);
      },
      publicUrl: (request) => linkBase(request) + apiPrefix,
    }),
  );
  const backups = new Backups(options.dataDir);
  const moves = new Moves();
  const administration = (operator?: AdministrationOptions['operator']) =>
    audited(db, {
      ...{ onRevoke: keyMemory.forget, publicUrl: environment.publicUrl, backups, moves, tools: { fetch, ...checks } },
      ...{ dkimDirectory: options.dkimDirectory, directories: options.directories },
      ...{ moveKeyFile: options.moveKeyFile, operator },
    });
  const dispatchAdmin = adminDispatcher({
    db,
    administration,
    refuse: (key, request) => {
      refusedKeys.note(key, request.remoteAddress);
      failedKeys.note(request);
    },
    onError: (error, requestId) => logFailure(log, error, requestId),
    onAnswer: (record) => {
      if (record.operation) nameSpan(record.operation);
      logAnswer(log, record);
    },
    publicUrl: (request) => linkBase(request) + adminPrefix,
  });
  const notFound = answerNotFound(apiPrefix);
  const ofApi = fastifyOptions(dispatch, apiPrefix);
  const app = Fastify({
    ...ofApi,
    // Addresses that Fastify does not read; the API tells what is wrong with them, pages tell nothing.
    frameworkErrors: (error, request, reply) => {
      if (request.url.startsWith(`${apiPrefix}/`)) ofApi.frameworkErrors(error, request, reply);
      else notFound(request as FastifyRequest, reply as unknown as FastifyReply);
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestAddress },
    ...serverTimeouts(limits),
    https: {
      key: tls.key,
      cert: tls.cert,
      ...(certificateKeeper && proofsByTls((name) => certificateKeeper.contextFor(name))),
      handshakeTimeout: limits.handshakeMillis,
      ...serverTimeouts(limits),
    },
    trustProxy: trustsHop ?? false,
    bodyLimit: pageBodyLimit,
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance;
  traceRequests(app);
  // The API and the console write their answers themselves, with the same headers.
  app.addHook('onSend', async (_request, reply) => {
    addStrictHeaders({ has: (name) => reply.hasHeader(name), set: (name, value) => reply.header(name, value) });
  });
  app.register(fastifyPlugin(dispatch), { prefix: apiPrefix });
  app.register(fastifyPlugin(dispatchAdmin), { prefix: adminPrefix });
  const recorder = startRecorder(db, log);
  const findHolder = async (key: string, address: string) => {
    const holder = await keyMemory.holderOf(key);
    if (holder && isGoodFrom(holder, address)) return holder;
    refusedKeys.note(key, address);
    return undefined;
  };
  const fetchApi = (address: string) => toFetchHandler(dispatch, { basePath: apiPrefix, remoteAddress: () => address });
  registerToolEndpoint(app, { log, findHolder, fetchApi, bodies, publicUrl: () => environment.publicUrl });
  registerPages(app, {
    db,
    log,
    outbox,
    recorder,
    metrics: service.metrics,
    metricsToken: options.metricsToken,
    identityProvider: options.identityProvider,
    demo: options.demo,
    eventKeys: options.eventKeys,
    fetch: options.fetch,
    findHolder,
    fetchApi,
    bodies,
    publicUrl: () => environment.publicUrl,
    wakeWorker: () => environment.wakeWorker(),
    forgetKeys: keyMemory.forget,
  });
  app.setNotFoundHandler(notFound);
  const plain = createServer(
    serverTimeouts(limits),
    answerAuthority(
      refusePlain(nodeListener(dispatch), () => environment.publicUrl),
      certificateKeeper,
    ),
  ).on('clientError', refuseClient);
  answerPlainOnTls(app.server as unknown as HttpsServer, () => environment.publicUrl);
  for (const server of [plain, app.server]) refuseExpectations(server);
  const connections = [plain, app.server].map((server) => limitConnections(server, limits, log));

  const endMetrics = await sendMetrics(service.metrics);
  await voidFormerLeases(database, log);
  // HTTPS comes last: a start that fails has answered nobody but with the 403 of plain HTTP.
  const { fd, httpFd } = options;
  await once(plain.listen(httpFd === undefined ? { host, port: options.httpPort } : { fd: httpFd }), 'listening');
  try {
    await app.listen({ host, ...(fd === undefined ? { port: options.port } : { fd }) });
  } catch (error) {
    plain.close();
    plain.closeAllConnections();
    service.close();
    await Promise.all([recorder.close(), refusedKeys.close(), endMetrics()]);
    throw error;
  }
  const port = (app.server.address() as AddressInfo).port;
  environment.publicUrl ||= `https://localhost:${port}`;
  const background =
    options.worker === false
      ? startOutboxUpkeep(database, options.outbox, log)
      : startBackground(database, environment, checks, options.outbox, log, options.keepEvents);
  const wakeOthers = () =>
    void sendSignal(db, 'work').catch((error: Error) =>
      log(`Workers could not be notified of new work: ${error.message}`),
    );
  environment.wakeWorker = options.worker === false ? wakeOthers : (work) => background.wake(work);
  const endTelling = options.worker === false ? tellOfWritten(db, wakeOthers) : () => {};
  const signals = database.listen((signal) => (signal === 'keys' ? keyMemory.forget() : background.wake()));
  return {
    port,
    httpPort: (plain.address() as AddressInfo).port,
    publicUrl: environment.publicUrl,
    administration: administration(),
    wakeWorker: environment.wakeWorker,
    findHolder,
    setIdentity(identity) {
      tls = identity;
      (app.server as unknown as HttpsServer).setSecureContext({ key: tls.key, cert: tls.cert });
    },
    async close() {
      for (const each of connections) each.endWithin(limits.closeMillis);
      await Promise.all([app.close(), promisify(plain.close).call(plain)]);
      await endMetrics();
      service.close();
      endTelling();
      await Promise.all([background.close(), recorder.close(), refusedKeys.close(), signals.close()]);
    },
  };
}
