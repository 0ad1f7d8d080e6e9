import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@mailwright/client';
import { inject } from 'vitest';
import { generateKey } from '../../src/account/keys/key.ts';
import { insertKey } from '../../src/account/keys/store.ts';
import { listAccounts } from '../../src/account/store.ts';
import type { Right } from '../../src/account/tables.ts';
import type { NamedDirectories } from '../../src/administration/action.ts';
import { createDemoAccount } from '../../src/app/demo-account.ts';
import { startServer } from '../../src/app/server.ts';
import type { TargetGroupType } from '../../src/audiences/tables.ts';
import type { CertificateKeeper } from '../../src/platform/acme/keeper.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { createFetcher, type GuardedFetch } from '../../src/platform/fetch/fetch.ts';
import { ownIdentity, type TlsIdentity } from '../../src/platform/http/certificate.ts';
import type { TrustsHop } from '../../src/platform/http/trusted-proxy.ts';
import type { ConnectionLimits } from '../../src/platform/network/connections.ts';
import type { Dns } from '../../src/platform/network/dns.ts';
import type { IdentityProvider } from '../../src/platform/network/openid-provider.ts';
import type { CheckOptions } from '../../src/quality/findings/subject.ts';
import { openOutbox } from '../../src/sending/outbox/outbox.ts';
import { smtpTransport } from '../../src/sending/smtp/transport.ts';
import { watchInputs } from './input-readings.ts';
import { trusting } from './trust.ts';
import { inputsDirectory } from './unread-inputs.ts';

/** A whole service in this process, over HTTPS, with the demo account. */
export interface TestService {
  /** Holds all rights. */
  client: Client;
  key: string;
  accountId: number;
  /** `https://localhost:<port>` */
  origin: string;
  /** `http://localhost:<port>`, where everything is 403. */
  plainOrigin: string;
  db: Database['kysely'];
  /** For requests that the client does not make; trusts the service's certificate. */
  fetch: typeof fetch;
  cert: string;
  /** Where mails are kept. */
  outboxDirectory: string;
  /** Lines of the service's log. */
  log: string[];
  /** A client whose key has only these rights, or is expired. */
  clientWith(rights: Right[], expires?: Date): Promise<Client>;
  groupId(type: TargetGroupType): Promise<number>;
  /** The worker looks for work now: a test wrote some down, or did a job, beside the service. */
  wakeWorker(): void;
  /** Shows another certificate. */
  setIdentity(identity: TlsIdentity): void;
  close(): Promise<void>;
}

let writeReadings: (() => void) | undefined;

/** Milliseconds for a call: no answer may take too long for a busy machine. */
const timeout = 600_000;

/**
 * Starts a service on an open database; mails go to `smtp`, else into an outbox. Addresses that users give are asked at
 * 127.0.0.1 only; the rest of loopback is as private as ever.
 */
export async function startTestService(
  database: Database,
  smtp?: string,
  checks: CheckOptions = {},
  {
    worker = true,
    limits,
    metricsToken,
    trustsHop,
    bounceDomain,
    eventKeys,
    identityProvider,
    ask,
    dns,
    directories,
    moveKeyFile,
    certificateKeeper,
    inputsWatched = true,
  }: {
    worker?: boolean;
    limits?: Partial<ConnectionLimits>;
    metricsToken?: string;
    trustsHop?: TrustsHop | undefined;
    bounceDomain?: string;
    eventKeys?: Record<string, string>;
    identityProvider?: IdentityProvider;
    ask?: GuardedFetch;
    /** The DNS; without it, nothing responds. */
    dns?: Dns;
    /** Directories whose files operators may name. */
    directories?: NamedDirectories;
    /** File with the key that signs files of accounts. */
    moveKeyFile?: string;
    certificateKeeper?: CertificateKeeper;
    /** Not where requests carry what no description knows. */
    inputsWatched?: boolean;
  } = {},
): Promise<TestService> {
  if (inputsWatched) writeReadings ??= watchInputs(inputsDirectory(inject('runDirectory')));
  const db = database.kysely;
  const key = generateKey();
  await createDemoAccount(db, key);
  const accountId = (await listAccounts(db))[0]!.id;
  const outboxDirectory = mkdtempSync(join(inject('runDirectory'), 'outbox-'));
  const outbox = openOutbox(outboxDirectory);
  const transport = smtp ? smtpTransport(smtp) : outbox;
  const tls = await ownIdentity(join(inject('runDirectory'), 'tls'));
  const log: string[] = [];
  const fetcher = createFetcher({ allows: (address) => address === '127.0.0.1' });
  const server = await startServer({
    database,
    transport,
    outbox,
    fetch: ask ?? fetcher.fetch,
    permits: fetcher.permits,
    checks,
    tls,
    host: '127.0.0.1',
    port: 0,
    httpPort: 0,
    worker,
    trustsHop,
    bounceDomain,
    eventKeys,
    identityProvider,
    dns,
    directories,
    moveKeyFile,
    certificateKeeper,
    limits,
    metricsToken,
    log: (line) => log.push(line),
    keyMemoryMillis: 0,
    refusedKeysMillis: 20,
  });
  const origin = server.publicUrl;
  const trusted = trusting(tls.certFile);
  const clientFor = (apiKey: string) => createClient({ baseUrl: `${origin}/1.0`, apiKey, fetch: trusted, timeout });
  return {
    client: clientFor(key),
    key,
    accountId,
    origin,
    fetch: trusted as typeof fetch,
    cert: tls.cert,
    plainOrigin: `http://localhost:${server.httpPort}`,
    db,
    log,
    outboxDirectory,
    async clientWith(rights, expires) {
      const other = generateKey();
      await insertKey(db, accountId, other, { label: 'test', rights, creator: 'test', expires_at: expires ?? null });
      return clientFor(other);
    },
    async groupId(type) {
      const query = db
        .selectFrom('target_group')
        .select('id')
        .where('account_id', '=', accountId)
        .where('type', '=', type);
      return (await query.executeTakeFirstOrThrow()).id;
    },
    wakeWorker: server.wakeWorker,
    setIdentity: server.setIdentity,
    async close() {
      await server.close();
      writeReadings?.();
      await fetcher.close();
      await transport.close();
      await database.close();
    },
  };
}
