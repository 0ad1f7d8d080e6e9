import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Client, createClient } from '@mailwright/client';
import { trusting } from '../../../../packages/service/test/support/trust.ts';
import { type RunningService, startService } from '../load/service.ts';
import { type Sink, startSink } from '../sending/start-sink.ts';

const entry = fileURLToPath(new URL('../../../../packages/service/src/cli/main.ts', import.meta.url));

/** How to act for an account; can be told to another thread. */
export interface Credentials {
  baseUrl: string;
  /** File of the service's certificate. */
  certificate: string;
  key: string;
  /** Target group of all contacts. */
  groupId: number;
}

/** An account, with mailings that can be sent to all its contacts. */
export interface Party {
  client: Client;
  credentials: Credentials;
  newMailing(html: string, engine?: 'liquid'): Promise<number>;
}

export interface Parties {
  /** Tries to slow the victim down. */
  attacker: Party;
  victim: Party;
  /** Of the service's process. */
  pid: number;
  /** Return path of a mail that was sent. */
  returnPath(): string | undefined;
  stop(): Promise<void>;
}

interface Places {
  /** The option that says where the data lies. */
  database?: readonly string[];
  /** Further options of `serve`. */
  options?: readonly string[];
  startMailServer?: () => Promise<Pick<Sink, 'url' | 'stop'> & Partial<Sink>>;
}

/** A service in a process of its own with two accounts, each with `contacts` contacts. */
export async function startParties(
  contacts: { attacker: number; victim: number },
  { database = [], options = [], startMailServer = startSink }: Places = {},
): Promise<Parties> {
  const sink = await startMailServer();
  const service = await startService(['--smtp', `${sink.url}?maxConnections=20`, ...database, ...options]);
  const key = await createAccount(service, 'Attacker', database);
  const victim = await createAccount(service, 'Victim', database);
  return {
    attacker: await createParty(service, key, contacts.attacker),
    victim: await createParty(service, victim, contacts.victim),
    pid: service.pid,
    returnPath: () => sink.returnPath?.(),
    stop: async () => {
      await service.stop();
      await sink.stop();
    },
  };
}

async function createAccount({ dataDir }: RunningService, name: string, database: readonly string[]): Promise<string> {
  const args = [entry, 'accounts', 'create', name, '--domain', 'example.com', '--data', dataDir, ...database];
  return (await promisify(execFile)(process.execPath, args)).stdout.trim();
}

async function createParty(service: RunningService, key: string, contacts: number): Promise<Party> {
  const { baseUrl, dataDir } = service;
  const certificate = join(dataDir, 'tls/certificate.pem');
  const client = connect({ baseUrl, certificate, key });
  for (let from = 0; from < contacts; from += 10_000) {
    const body = Array.from({ length: Math.min(10_000, contacts - from) }, (_, at) => ({
      email: `p${from + at}@example.com`,
      standard_fields: [{ name: 'FIRSTNAME' as const, value: `Person ${from + at}` }],
    }));
    await client.contacts.synchronize({ body, permission: 5 }).orThrow();
  }
  const rules = [{ field: 'EMAIL', operator: 'CONTAINS' as const, value: '@' }];
  const contactFilterId = await client.contactFilters.create({ body: { name: 'everybody', rules } }).orThrow();
  while ((await client.contactFilters.get({ contactFilterId }).orThrow()).state !== 'uptodate') await setTimeout(50);
  const group = { name: 'everybody', type: 'regular' as const, contact_filter_id: contactFilterId };
  const groupId = await client.targetGroups.create({ body: group }).orThrow();
  return partyOf({ baseUrl, certificate, key, groupId });
}

export function partyOf(credentials: Credentials): Party {
  const client = connect(credentials);
  return {
    client,
    credentials,
    newMailing: (html, engine) => newMailing(client, credentials.groupId, html, engine),
  };
}

const connect = ({ baseUrl, certificate, key }: Omit<Credentials, 'groupId'>): Client =>
  createClient({ baseUrl, apiKey: key, fetch: trusting(certificate), retries: 0 });

let made = 0;

async function newMailing(client: Client, groupId: number, html: string, engine?: 'liquid'): Promise<number> {
  const mailingid = await client.mailings.create({ name: `News ${++made}`, subject: 'News' }).orThrow();
  await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
  await client.mailings.setHtml({ mailingid, body: `${html}<a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a>` }).orThrow();
  await client.mailings.setSpeedLevel({ mailingid, body: 'supersonic' }).orThrow();
  await client.regularMailings.setTargetGroup({ mailingid, body: groupId }).orThrow();
  if (engine)
    await client.mailingProperties.add({ mailingid, body: [{ key: 'template_engine', value: engine }] }).orThrow();
  return mailingid;
}
