import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { generateKey, setQuota } from '../../account/index.ts';
import { makeDirectory } from '../../platform/files/make-directory.ts';
import { replaceFile } from '../../platform/files/replace-file.ts';
import { ownIdentity } from '../../platform/http/certificate.ts';
import type { Log } from '../../platform/log/log.ts';
import { passTime } from '../../platform/queue/pass-time.ts';
import { openOutbox } from '../../sending/index.ts';
import { openServiceDatabase } from '../compose.ts';
import { createDemoAccount } from '../demo-account.ts';
import { fillDemoAccount } from '../demo-contents.ts';
import { type RunningServer, type ServerOptions, startServer } from '../server.ts';
import { askNobody, liveYear } from './year.ts';

/** Time as the demo sees it; tests have a virtual one. */
export interface DemoClock {
  now(): Date;
  /** Calls back at a time, unless the returned function is called before. */
  at(time: Date, call: () => void): () => void;
}

export interface DemoOptions
  extends Pick<ServerOptions, 'host' | 'port' | 'httpPort' | 'publicUrl' | 'trustsHop' | 'log'> {
  /** Directory of the demo alone: what is in it is deleted at each reset. */
  directory: string;
  clock?: DemoClock;
}

export interface Demo {
  publicUrl: string;
  port: number;
  /** Opens the account, for everybody who tries the demo. */
  key: string;
  /** Time of the next reset. */
  resetsAt(): Date;
  /** Brings the first state back now. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** The first state of the demo, as it stands beside it. */
interface FirstState {
  key: string;
  /** Milliseconds; the year of the account ends here. */
  madeAt: number;
}

const HOUR = 3_600_000;
const noteFile = 'demo.json';

/** Strangers share the account. */
const QUOTAS = {
  contacts: 2000,
  'contact-filters': 50,
  templates: 100,
  mailings: 300,
  'media-bytes': 20 * 1024 * 1024,
  transactions: 10_000,
  'idempotency-keys': 10_000,
} as const;

const systemClock: DemoClock = {
  now: () => new Date(),
  at(time, call) {
    const timer = setTimeout(call, Math.max(0, time.getTime() - Date.now()));
    return () => clearTimeout(timer);
  },
};

/** Returns the next full hour. */
export const nextReset = (now: Date): Date => new Date((Math.floor(now.getTime() / HOUR) + 1) * HOUR);

/**
 * Runs an invented account with a year behind it, in which everything can be tried: mails stay in the outbox, no other server is asked,
 * and each full hour the first state comes back. Addresses and ports stay the same over resets.
 */
export async function startDemo({ directory, clock = systemClock, log, ...options }: DemoOptions): Promise<Demo> {
  makeDirectory(directory);
  const first = join(directory, 'first');
  const present = join(directory, 'present');
  const { key } = await firstState(first, join(directory, 'unfinished'), log);
  const tls = await ownIdentity(join(directory, 'tls'));
  let places = { port: options.port, httpPort: options.httpPort };
  let resetsAt = nextReset(clock.now());
  let cancel = () => {};
  let round = await begin();
  let work: Promise<void> = Promise.resolve();
  let isClosed = false;
  plan();

  async function begin(): Promise<{ server: RunningServer; end(): Promise<void> }> {
    rmSync(present, { recursive: true, force: true });
    await cp(first, present, { recursive: true });
    const { madeAt } = readState(first);
    const database = await openServiceDatabase({ dataDir: present }, { log });
    try {
      // The past of the account ends now, however old its files are.
      await passTime(database.kysely, (madeAt - clock.now().getTime()) / 1000);
      const outbox = openOutbox(join(present, 'outbox'));
      const server = await startServer({
        ...options,
        ...places,
        ...{ database, transport: outbox, outbox, tls, log },
        ...{ fetch: askNobody, permits: () => true },
        demo: { key, resetsAt: () => resetsAt },
      });
      places = { port: server.port, httpPort: server.httpPort };
      return { server, end: () => server.close().then(() => database.close()) };
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  function plan(): void {
    cancel();
    resetsAt = nextReset(clock.now());
    cancel = clock.at(
      resetsAt,
      () => void reset().catch((error: Error) => log(`The demo was not reset: ${error.message}`)),
    );
  }

  function reset(): Promise<void> {
    work = work.then(async () => {
      if (isClosed) return;
      await round.end();
      plan();
      round = await begin();
      log('The demo was reset.');
    });
    return work;
  }

  return {
    publicUrl: round.server.publicUrl,
    port: places.port,
    key,
    resetsAt: () => resetsAt,
    reset,
    async close() {
      isClosed = true;
      cancel();
      await work;
      await round.end();
    },
  };
}

/** Makes the first state, if there is none: beside its place, so that a killed process leaves nothing half. */
async function firstState(first: string, unfinished: string, log: Log): Promise<FirstState> {
  if (existsSync(first)) return readState(first);
  log('An account with a year of life is made for the demo; this takes a minute.');
  rmSync(unfinished, { recursive: true, force: true });
  const key = generateKey();
  const database = await openServiceDatabase({ dataDir: unfinished }, { log });
  try {
    const db = database.kysely;
    const account = await createDemoAccount(db, key, { name: 'Example Garden', domain: 'news.example.com' });
    for (const [name, quota] of Object.entries(QUOTAS)) await setQuota(db, account, name as keyof typeof QUOTAS, quota);
    await fillDemoAccount(db, account);
    await liveYear(db, account, log);
  } finally {
    await database.close();
  }
  replaceFile(join(unfinished, noteFile), `${JSON.stringify({ key, madeAt: Date.now() } satisfies FirstState)}\n`);
  renameSync(unfinished, first);
  return readState(first);
}

const readState = (first: string): FirstState => JSON.parse(readFileSync(join(first, noteFile), 'utf8')) as FirstState;
