import Fastify, { type FastifyInstance } from 'fastify';
import PostalMime from 'postal-mime';
import { type Account, findAccount } from '../../src/account/index.ts';
import { insertAccount } from '../../src/account/store.ts';
import { mailSources } from '../../src/app/mail-sources.ts';
import { refreshFilterJob } from '../../src/audiences/index.ts';
import { runProgramJob } from '../../src/events/automation/job.ts';
import { runTriggerJob } from '../../src/events/triggers/run-job.ts';
import type { Context } from '../../src/operations/context.ts';
import { registerOptInRoutes } from '../../src/pages/double-opt-in/routes.ts';
import { registerTrackingRoutes } from '../../src/pages/tracking/routes.ts';
import { unknownTokens } from '../../src/pages/tracking/unknown.ts';
import { registerUnsubscribeRoutes } from '../../src/pages/unsubscribe/routes.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { takeForms } from '../../src/platform/http/forms.ts';
import type { AnyJobHandler } from '../../src/platform/queue/run-job.ts';
import { runDueJobs } from '../../src/platform/queue/run-queue.ts';
import { DeliveryEngine } from '../../src/sending/deliveries/engine.ts';
import { messageOf } from '../../src/sending/mail/transport.ts';
import { fireScheduleJob } from '../../src/sending/scheduled/fire.ts';
import { advanceSendoutJob } from '../../src/sending/sendouts/advance.ts';
import { startRecorder, tokenVerifier } from '../../src/tracking/index.ts';
import type { Random } from '../support/random.ts';
import { chance } from './dice.ts';
import { type MortalProcess, mortalProcess, ProcessEnded } from './mortal-process.ts';
import { Post, type TakenMail } from './post.ts';

const publicUrl = 'https://news.example.com';
const connections = 5;
const { signal } = new AbortController();

export interface Person {
  id: number;
  email: string;
}

interface Process {
  mortal: MortalProcess;
  jobs: AnyJobHandler[];
  engine: DeliveryEngine;
}

/** One account with all that happens to it, in one process that may end and be followed by another. */
export class World {
  readonly post = new Post();
  /** What the operator was told. */
  readonly log: string[] = [];
  /** Names that stood for people who are erased, wherever they stood. */
  readonly erased = new Set<string>();
  /** Keys of the transactions that were taken. */
  readonly orders: string[] = [];
  /** What this step may do to contacts beside what every step may. */
  allows = { turnBack: new Set<number>(), permission: new Set<number>(), unblock: false };
  people = 0;
  names = 0;
  readonly db: Db;
  readonly account: Account;
  readonly random: Random;
  #process: Process;
  readonly pages: FastifyInstance;
  readonly recorder: ReturnType<typeof startRecorder>;

  private constructor(db: Db, account: Account, random: Random) {
    this.db = db;
    this.account = account;
    this.random = random;
    this.#process = this.#start();
    const note = (line: string) => void this.log.push(line);
    this.recorder = startRecorder(db, note);
    this.pages = Fastify() as FastifyInstance;
    takeForms(this.pages);
    const verify = tokenVerifier(db);
    const unknown = unknownTokens();
    registerOptInRoutes(this.pages, db, () => {});
    registerTrackingRoutes(this.pages, db, verify, this.recorder, unknown, () => publicUrl);
    registerUnsubscribeRoutes(this.pages, db, verify, unknown, () => publicUrl);
  }

  static async create(db: Db, random: Random): Promise<World> {
    const id = await insertAccount(db, { name: 'Herald', domain: 'example.com' });
    const anonymise_unsubscribed = chance(random, 30);
    await db.updateTable('account').set({ anonymise_unsubscribed }).where('id', '=', id).execute();
    return new World(db, await findAccount(db, id), random);
  }

  get accountId(): number {
    return this.account.id;
  }

  /** Does a change as a request does: in one transaction, with what handlers of operations get. */
  async change<Result>(work: (db: Db, context: Context) => Promise<Result>): Promise<Result> {
    const { account, accountId } = this;
    const wakeWorker = () => {};
    return this.db.transaction().execute((db) => {
      // Only what the handlers of this test read.
      const context = { db, accountId, account, creator: 'life', wakeWorker, remoteAddress: '192.0.2.7' };
      return work(db, context as unknown as Context);
    });
  }

  /** Contacts that have an address, in the order in which they came. */
  async living(): Promise<Person[]> {
    const rows = await this.db.selectFrom('contact').select(['id', 'email']).orderBy('id').execute();
    return rows.flatMap(({ id, email }) => (email === null ? [] : { id, email }));
  }

  /** Nothing may be sent to contacts from now on, but what is in flight at this moment. To be called when it is acknowledged. */
  async close(contactIds: readonly number[], why: string): Promise<void> {
    for (const id of contactIds) this.post.closed.set(id, why);
    for (const { id, contactId } of await this.inFlight())
      if (contactIds.includes(contactId)) this.post.tolerated.add(id);
  }

  /** Mails that may be handed over at this moment. */
  inFlight(): Promise<{ id: number; contactId: number }[]> {
    const recipients = this.db.selectFrom('recipient').where('state', '=', 'in_flight');
    return recipients.select(['id', 'contact_id as contactId']).orderBy('id').execute();
  }

  #start(): Process {
    const mortal = mortalProcess(this.db);
    const send = async (mail: Parameters<Post['receive']>[0]) => {
      // An error, and no silence: who waits for a mail alone would wait for ever, and the step with it.
      if (mortal.isDead()) throw new ProcessEnded('The process has ended.');
      return this.post.receive(mail);
    };
    const transport = { connections, send, close: async () => {} };
    const environment = { transport, publicUrl, bounceDomain: 'bounces.example.com' };
    const noWake = () => {};
    const noFetch = async (): Promise<never> => {
      throw new Error('There is no network.');
    };
    const jobs = [
      refreshFilterJob,
      fireScheduleJob,
      runTriggerJob(noFetch, noWake),
      runProgramJob(publicUrl, noWake),
      advanceSendoutJob(noWake),
    ];
    return { mortal, jobs, engine: new DeliveryEngine(environment, mailSources(environment)) };
  }

  /** The worker does all that is due, whatever happens meanwhile. */
  async work(): Promise<void> {
    const { mortal, engine, jobs } = this.#process;
    try {
      do await runDueJobs(mortal.db, jobs, (line) => this.log.push(line));
      while (await engine.run(mortal.db, signal));
      mortal.dieAfter(Number.POSITIVE_INFINITY);
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
      await this.#bury();
    }
    this.post.meanwhile = undefined;
    this.post.tolerated.clear();
  }

  /** The worker's process ends after some statements, or after some that follow the first mail; if there is so much to do. */
  async workAndStop(when: { statements: number } | { afterFirstMail: number }): Promise<void> {
    const { mortal } = this.#process;
    if ('statements' in when) mortal.dieAfter(when.statements);
    else this.post.meanwhile = async () => mortal.dieAfter(when.afterFirstMail);
    await this.work();
  }

  /** The process has ended: what was in flight may come once more. */
  async #bury(): Promise<void> {
    const { uncertain } = this.post;
    for (const { id } of await this.inFlight()) uncertain.set(id, (uncertain.get(id) ?? 0) + 1);
    this.#process = this.#start();
  }

  /** A mail that was taken by the mailbox, as its program shows it. */
  async read(mail: TakenMail): Promise<{ html: string; unsubscribe: string | undefined }> {
    const { html = '', headers } = await PostalMime.parse(messageOf(mail));
    const header = headers.find(({ key }) => key === 'list-unsubscribe')?.value;
    return { html, unsubscribe: /<https:\/\/news\.example\.com([^>]+)>/.exec(header ?? '')?.[1] };
  }

  /** What a page of the service answers to a browser. */
  async page(method: 'GET' | 'POST', url: string, body = ''): Promise<{ status: number; body: string }> {
    const headers = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    };
    const answer = await this.pages.inject({ method, url, headers, ...(method === 'POST' ? { payload: body } : {}) });
    return { status: answer.statusCode, body: answer.body };
  }
}
