import { sql } from 'kysely';
import { findAccount, insertAccount } from '../../src/account/store.ts';
import { insertProgram } from '../../src/events/automation/programs.ts';
import { startByHandJob } from '../../src/events/automation/start-by-hand.ts';
import { planSegmentStart, startBySegmentJob } from '../../src/events/automation/start-by-segment.ts';
import { planExistingStart, startExistingJob } from '../../src/events/automation/start-existing.ts';
import { startWatchedJob } from '../../src/events/automation/start-watched.ts';
import type { StartOn } from '../../src/events/tables.ts';
import { changeContacts } from '../../src/people/changes/several.ts';
import { createContact } from '../../src/people/changes/single.ts';
import { synchronize } from '../../src/people/synchronization/synchronize.ts';
import { addTag, removeTag } from '../../src/people/tags/store.ts';
import { unsubscribe } from '../../src/people/unsubscriptions/unsubscribe.ts';
import type { Database } from '../../src/platform/database/open.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { runDueJobs } from '../../src/platform/queue/run-queue.ts';
import { parseEmail } from '../../src/platform/text/email.ts';

export const day = 24 * 3_600_000;
export const start = new Date('2031-02-01T08:00:00Z');

type Rules = Partial<Pick<Parameters<typeof insertProgram>[2], 'start_filter_id' | 'start_once' | 'again_after_days'>>;

/** An account with contacts that change, and programs that watch them, by a virtual clock. */
export class WatchedWorld {
  readonly db: Db;
  readonly accountId: number;
  now = start;
  #names = 0;

  private constructor(db: Db, accountId: number) {
    this.db = db;
    this.accountId = accountId;
  }

  static async of(database: Database): Promise<WatchedWorld> {
    const name = crypto.randomUUID();
    return new WatchedWorld(database.kysely, await insertAccount(database.kysely, { name, domain: 'example.org' }));
  }

  /** Changes contacts in a transaction. */
  change<Result>(change: (db: Db) => Promise<Result>): Promise<Result> {
    return this.db.transaction().execute(change);
  }

  contact = (fields: Record<string, string> = {}): Promise<number> => {
    const person = { standardFields: fields, customFields: {}, preferences: [], permission: 2 } as const;
    const email = parseEmail(`c${++this.#names}-${this.accountId}@example.org`)!;
    return this.change((db) =>
      createContact(
        db,
        this.accountId,
        { ...person, email, preferences: [] },
        { source: undefined, subscriptionPage: undefined },
      ),
    );
  };

  synchronizeContact = async (): Promise<number> => {
    const contact = { email: `c${++this.#names}-${this.accountId}@example.org` };
    const options = {
      knownBy: 'email',
      overwrite: true,
      overridePermission: true,
      reimportUnsubscribed: false,
      updateOnly: false,
      ignoreInvalid: true,
    } as const;
    const { ids } = await this.change((db) => synchronize(db, this.accountId, [contact], options));
    return ids[0]!;
  };

  setField = (ids: number | number[], field: string, value: string | null): Promise<void> =>
    this.change((db) =>
      changeContacts(db, this.accountId, [ids].flat(), { standardFields: { [field]: value }, customFields: {} }),
    );
  addTag = (ids: number | number[], tag: string): Promise<void> =>
    this.change((db) => addTag(db, this.accountId, [ids].flat(), tag));
  removeTag = (ids: number | number[], tag: string): Promise<void> =>
    this.change((db) => removeTag(db, this.accountId, [ids].flat(), tag));

  unsubscribe = async (id: number): Promise<void> => {
    const account = await findAccount(this.db, this.accountId);
    await this.change((db) => unsubscribe(db, account, [id], { source: 'other', mailingId: undefined, reasons: [] }));
  };

  /** A program that watches. */
  async program(start_on: StartOn, rules: Rules = {}, state: 'draft' | 'released' = 'released'): Promise<number> {
    const program = { name: `Program ${++this.#names}`, state, steps: [{ kind: 'end' as const }], start_on, ...rules };
    const id = await insertProgram(this.db, this.accountId, program);
    await planExistingStart(this.db, this.accountId, id);
    await planSegmentStart(this.db, this.accountId, id);
    return id;
  }

  setState = (id: number, state: 'draft' | 'released') =>
    this.db.updateTable('automation_program').set({ state }).where('id', '=', id).execute();

  /** Has those begin who are noted; how many jobs that takes. */
  run = (on: Db = this.db, log: (line: string) => void = fail): Promise<number> =>
    runDueJobs(on, [startWatchedJob, startExistingJob, startBySegmentJob, startByHandJob], log, () => this.now);

  /** Has those who are under way come to their end. */
  endRuns = () =>
    sql`update automation_run set ended_at = started_at where account_id = ${this.accountId} and ended_at is null`.execute(
      this.db,
    );

  /** Contacts that have begun, in their order, as often as they have. */
  async begun(id: number): Promise<number[]> {
    const runs = await this.db
      .selectFrom('automation_run')
      .select('contact_id')
      .where('program_id', '=', id)
      .orderBy('id')
      .execute();
    return runs.map(({ contact_id }) => contact_id);
  }

  /** Starts that are noted and not taken. */
  async noted(): Promise<number> {
    const rows = this.db.selectFrom('automation_start').select('id').where('account_id', '=', this.accountId);
    return (await rows.execute()).length;
  }
}

function fail(line: string): never {
  throw new Error(line);
}
