import type { ConsoleDemo } from '@mailwright/console';
import type { BodiesUnderWay } from '@mailwright/server-runtime/web';
import type { FastifyInstance } from 'fastify';
import type { KeyHolder } from '../account/index.ts';
import { registerApprovalRoutes } from '../pages/approval/routes.ts';
import { registerArchiveRoutes } from '../pages/archive/routes.ts';
import { registerBounceEventRoutes } from '../pages/bounce-events/routes.ts';
import { mountConsole } from '../pages/console/mount.ts';
import { requiringAdministrator, visitorOf } from '../pages/console/signed-in.ts';
import { registerConversionRoutes } from '../pages/conversions/routes.ts';
import { registerDocs } from '../pages/docs.ts';
import { registerOptInRoutes } from '../pages/double-opt-in/routes.ts';
import { registerMediaRoutes } from '../pages/media/routes.ts';
import { registerMonitoringRoutes } from '../pages/monitoring/routes.ts';
import { registerOnlineRoutes } from '../pages/online/routes.ts';
import { registerOutboxRoutes } from '../pages/outbox/routes.ts';
import { registerOwnDataRoutes } from '../pages/own-data/routes.ts';
import { registerProfileRoutes } from '../pages/profile/routes.ts';
import { registerReportRoutes } from '../pages/report/routes.ts';
import { registerSignUpRoutes } from '../pages/sign-up/routes.ts';
import { registerMailTrackingRoutes } from '../pages/tracking/mail-routes.ts';
import { registerTrackingRoutes } from '../pages/tracking/routes.ts';
import { unknownTokens } from '../pages/tracking/unknown.ts';
import { registerUnsubscribeRoutes } from '../pages/unsubscribe/routes.ts';
import { pingDatabase } from '../platform/database/ping.ts';
import type { Db } from '../platform/database/schema.ts';
import type { GuardedFetch } from '../platform/fetch/fetch.ts';
import { takeForms } from '../platform/http/forms.ts';
import { limitPages } from '../platform/http/limited.ts';
import { replaceNuls } from '../platform/http/nul-addresses.ts';
import { limitRendering } from '../platform/http/rendered-pages.ts';
import { handlePageErrors } from '../platform/http/unavailable.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { IdentityProvider } from '../platform/network/openid-provider.ts';
import type { bounceEvents, Outbox } from '../sending/index.ts';
import { type EventRecorder, tokenVerifier } from '../tracking/index.ts';

export interface PageOptions {
  db: Db;
  log: Log;
  /** Directory of mails that are stored on this machine. */
  outbox: Outbox | undefined;
  recorder: EventRecorder;
  metrics: Metrics;
  /** Token for reading the metrics; without one they cannot be read. */
  metricsToken: string | undefined;
  /** OpenID Connect provider at which people may sign in. */
  identityProvider: IdentityProvider | undefined;
  /** Of a demo: the key for everybody, and when it is reset. */
  demo: ConsoleDemo | undefined;
  /** Keys for events of providers; without any there is no page for them. */
  eventKeys: bounceEvents.EventKeys | undefined;
  /** Asks providers for the certificates of their events. */
  fetch: GuardedFetch;
  /** Returns the holder of a key, or `undefined` if the key is invalid. */
  findHolder(key: string, address: string): Promise<KeyHolder | undefined>;
  /** Sends requests of the console to the API, within this process, as if they came from `address`. */
  fetchApi(address: string): (request: Request) => Promise<Response>;
  /** Counts request bodies in memory. */
  bodies: BodiesUnderWay;
  /** Without a slash at the end; known when the service listens. */
  publicUrl(): string;
  /** Starts background work that a page wrote down. */
  wakeWorker(): void;
  /** Looks keys up again in this process. */
  forgetKeys(): void;
}

/** All pages for people: those of operators, and the public ones. */
export function registerPages(app: FastifyInstance, options: PageOptions): void {
  const { db, log, outbox, recorder, findHolder, publicUrl, wakeWorker } = options;
  const render = limitRendering();
  const prepare = (pages: FastifyInstance) => {
    replaceNuls(pages);
    handlePageErrors(pages, log);
    takeForms(pages);
  };
  app.register(async (pages) => {
    limitPages(pages);
    prepare(pages);
    pages.get('/', async (_request, reply) => reply.redirect('/console'));
    registerDocs(pages, publicUrl);
    registerApprovalRoutes(pages, db, publicUrl, render);
    registerOptInRoutes(pages, db, wakeWorker);
    if (outbox) registerOutboxRoutes(pages, outbox, requiringAdministrator(visitorOf(db, findHolder)));
  });
  mountConsole(app, { ...options, hasOutbox: outbox !== undefined });
  app.register(async (pages) => {
    limitPages(pages);
    prepare(pages);
    registerSignUpRoutes(pages, { db, log, unknown: unknownTokens(), publicUrl, wakeWorker });
  });
  // A mailbox provider asks for these from one address on behalf of many readers, so only unknown tokens are limited by address.
  app.register(async (pages) => {
    prepare(pages);
    const verify = tokenVerifier(db);
    const unknown = unknownTokens();
    const askDatabase = () => pingDatabase(db);
    registerMonitoringRoutes(pages, { askDatabase, metrics: options.metrics, metricsToken: options.metricsToken });
    registerTrackingRoutes(pages, db, verify, recorder, unknown, publicUrl);
    registerMailTrackingRoutes(pages, db, log, unknown);
    registerOnlineRoutes(pages, db, { verify, unknown, publicUrl, render });
    registerConversionRoutes(pages, db, verify, unknown);
    registerUnsubscribeRoutes(pages, db, verify, unknown, publicUrl);
    registerProfileRoutes(pages, db, verify, unknown, { publicUrl, wakeWorker });
    registerOwnDataRoutes(pages, db, unknown);
    registerReportRoutes(pages, db, unknown, render);
    registerArchiveRoutes(pages, db, unknown, render);
    registerMediaRoutes(pages, db, unknown);
    if (options.eventKeys)
      registerBounceEventRoutes(pages, { db, keys: options.eventKeys, fetch: options.fetch }, log, options.bodies);
  });
}
