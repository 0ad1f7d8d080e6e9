import type { AutomationStep } from '@mailwright/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { allOf } from '../../src/audiences/filters/rules.ts';
import { insertContactFilter } from '../../src/audiences/filters/store.ts';
import { runProgramJob } from '../../src/events/automation/job.ts';
import { matchSteps } from '../../src/events/automation/match-steps.ts';
import {
  findProgram,
  findVersion,
  insertProgram,
  lockProgram,
  raiseVersion,
} from '../../src/events/automation/programs.ts';
import { startRuns } from '../../src/events/automation/runs.ts';
import { drawOf, isInShare } from '../../src/events/automation/shares.ts';
import { nextStep, stepsFault, waitsUntil } from '../../src/events/automation/steps.ts';
import { planTakeover, takeoverJob } from '../../src/events/automation/takeover-job.ts';
import { previewTakeover } from '../../src/events/automation/takeover-preview.ts';
import type { BranchDraws } from '../../src/events/tables.ts';
import { insertMailing } from '../../src/mailings/store.ts';
import { changeContacts } from '../../src/people/changes/several.ts';
import { createContact } from '../../src/people/changes/single.ts';
import type { Database } from '../../src/platform/database/open.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { runDueJobs } from '../../src/platform/queue/run-queue.ts';
import { parseEmail } from '../../src/platform/text/email.ts';
import { usualDatabases } from '../support/database.ts';
import { killedAfter } from '../support/killed-after.ts';
import { randomOf } from '../support/random.ts';

const hour = 3_600_000;
const start = new Date('2031-02-01T08:00:00Z');

/** A version of a program, and what each of its branches by chance was called when it first came. */
interface Version {
  steps: AutomationStep[];
  draws: BranchDraws;
  origins: Map<number, string>;
}

/** A contact as the model has it: before a step, or within a wait. */
interface Traveler {
  id: number;
  version: number;
  step: number;
  within?: number | undefined;
  since?: Date | undefined;
  due: Date;
  ended: boolean;
  mails: number[];
}

describe.each(usualDatabases())('takeovers by a virtual clock on $kind', ({ open }) => {
  let database: Database;
  let db: Db;
  let accountId: number;
  let paris: number;
  let mailings: number[];
  let names = 0;

  beforeAll(async () => {
    database = await open();
    db = database.kysely;
    accountId = await insertAccount(db, { name: 'one', domain: 'example.org' });
    const rules = allOf({ field: 'CITY', operator: 'EQUALS', value: 'Paris', is_customfield: false, type: 'string' });
    paris = await insertContactFilter(db, accountId, { name: 'Paris', author: 'test', rules });
    mailings = [];
    for (const name of ['A', 'B', 'C', 'D', 'E']) {
      const draft = { name, subject: name, type: 'trigger', creator: 'test' } as const;
      mailings.push((await insertMailing(db, accountId, draft))!);
    }
    await db.updateTable('mailing').set({ state: 'released' }).where('account_id', '=', accountId).execute();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    for (const table of ['job', 'automation_program', 'recipient', 'contact'] as const)
      await db.deleteFrom(table).execute();
  });

  const contact = (): Promise<number> => {
    const email = parseEmail(`c${++names}@example.org`)!;
    const person = { email, permission: 2, standardFields: { CITY: 'Rome' }, customFields: {} } as const;
    return createContact(
      db,
      accountId,
      { ...person, preferences: [] },
      { source: undefined, subscriptionPage: undefined },
    );
  };
  const move = (id: number, CITY: string) =>
    db
      .transaction()
      .execute((transaction) =>
        changeContacts(transaction, accountId, [id], { standardFields: { CITY }, customFields: {} }),
      );
  const create = (steps: AutomationStep[]) =>
    insertProgram(db, accountId, { name: `Program ${++names}`, state: 'released', steps });
  const change = (id: number, steps: AutomationStep[]) =>
    db.transaction().execute(async (transaction) => {
      await lockProgram(transaction, accountId, id);
      const program = (await findProgram(transaction, accountId, id))!;
      await raiseVersion(transaction, program, { name: program.name, state: 'released', steps });
    });
  const begin = (id: number, contacts: number[], now: Date) =>
    db.transaction().execute(async (transaction) => {
      await lockProgram(transaction, accountId, id);
      await startRuns(transaction, (await findProgram(transaction, accountId, id))!, contacts, { now });
    });
  const plan = (id: number) =>
    db.transaction().execute(async (transaction) => {
      await lockProgram(transaction, accountId, id);
      await planTakeover(transaction, (await findProgram(transaction, accountId, id))!);
    });
  const fail = (line: string) => {
    throw new Error(line);
  };
  const take = (now: Date, on: Db = db, log: (line: string) => void = fail, atOnce = 2) =>
    runDueJobs(on, [takeoverJob(atOnce)], log, () => now);
  const advance = (now: Date, on: Db = db, log: (line: string) => void = fail) =>
    runDueJobs(on, [runProgramJob('https://news.example.com', () => {})], log, () => now);
  const runs = () =>
    db
      .selectFrom('automation_run')
      .select(['contact_id', 'version', 'step', 'due_at', 'ended_at'])
      .where('account_id', '=', accountId)
      .execute();
  /** Mailings by contacts, in the order in which they were sent. */
  const sent = async () => {
    const rows = await db.selectFrom('recipient').select(['contact_id', 'mailing_id']).orderBy('id').execute();
    return Map.groupBy(rows, (row) => row.contact_id);
  };

  const wait = (hours: number, name?: string): AutomationStep => ({
    kind: 'wait',
    duration: `PT${hours}H`,
    ...(name && { name }),
  });
  const send = (index: number, name?: string): AutomationStep => ({
    kind: 'send',
    mailing_id: mailings[index]!,
    ...(name && { name }),
  });

  test.each<[string, () => AutomationStep[], () => AutomationStep[], becomes: string, next: number, after: number]>([
    ['the same wait', () => [wait(5), send(0)], () => [wait(5), send(0)], 'same', 0, 5],
    ['a longer wait', () => [wait(5), send(0)], () => [wait(9), send(0)], 'changed', 0, 9],
    ['a wait that is over by now', () => [wait(5), send(0)], () => [wait(1), send(0)], 'changed', 0, 1],
    ['a wait that was deleted', () => [wait(5), send(0)], () => [send(0)], 'deleted', 0, 2],
    ['another mailing after the wait', () => [wait(5), send(0)], () => [wait(5), send(1)], 'same', 1, 5],
    ['a step before the wait', () => [wait(5), send(0)], () => [send(1), wait(5), send(0)], 'same', 0, 5],
    ['a new step behind the wait', () => [wait(5)], () => [wait(5), send(2)], 'same', 2, 5],
    [
      'a wait until an hour',
      () => [wait(5, 'w'), send(0)],
      () => [{ kind: 'wait_until', hour: 12, name: 'w' }, send(0)],
      'changed',
      0,
      4,
    ],
  ])('%s', async (_, before, after, becomes, mail, hours) => {
    const id = await create(before());
    const ada = await contact();
    await begin(id, [ada], start);
    await advance(start);
    await change(id, after());
    const now = new Date(start.getTime() + 2 * hour);
    const preview = await previewTakeover(db, (await findProgram(db, accountId, id))!, now);
    expect(preview.places).toMatchObject([{ version: 1, step: 0, contacts: 1, becomes }]);
    await plan(id);
    await take(now);
    expect((await findProgram(db, accountId, id))!.takeover_version).toBeNull();
    await advance(new Date(start.getTime() + hours * hour - 1));
    expect((await sent()).size).toBe(0);
    await advance(new Date(start.getTime() + hours * hour));
    expect((await sent()).get(ada)?.map(({ mailing_id }) => mailing_id)).toEqual([mailings[mail]]);
  });

  test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
    'any program, any change, a takeover at any moment and any kill send the mails that a model says: %s',
    async (seed) => {
      const random = randomOf(seed * 977);
      const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
      const labels = ['a', 'b', 'c', 'd'];
      const oneStep = (name: string | undefined, targets: readonly string[]): AutomationStep => {
        const named = name === undefined ? {} : { name };
        const ways = () => (targets.length > 0 && random(2) === 0 ? { others: pick(targets) } : {});
        switch (random(10)) {
          case 0:
          case 1:
          case 2:
            return { kind: 'send', mailing_id: pick(mailings), ...named };
          case 3:
          case 4:
          case 5:
            return { kind: 'wait', duration: `PT${1 + random(9)}H`, ...named };
          case 6:
            return { kind: 'wait_until', hour: random(24), ...named };
          case 7:
            return { kind: 'branch_random', percent: 50, ...ways(), ...named };
          case 8:
            return { kind: 'wait_for', contact_filter_id: paris, at_most: `PT${2 + random(8)}H`, ...ways(), ...named };
          default:
            return targets.length > 0 ? { kind: 'go_to', to: pick(targets), ...named } : { kind: 'end', ...named };
        }
      };
      const makeSteps = (old: readonly AutomationStep[]): AutomationStep[] => {
        for (;;) {
          const kept = old.filter(() => random(4) > 0);
          if (kept.length > 1 && random(3) === 0) {
            const [from, to] = [random(kept.length), random(kept.length)];
            [kept[from], kept[to]] = [kept[to]!, kept[from]!];
          }
          for (let count = old.length === 0 ? 6 : random(3); count > 0; count--) {
            const free = labels.filter((label) => !kept.some(({ name }) => name === label));
            const targets = kept.flatMap(({ name }) => name ?? []);
            const name = random(2) === 0 && free.length > 0 ? pick(free) : undefined;
            kept.splice(random(kept.length + 1), 0, oneStep(name, targets));
          }
          const changed = kept.map((step): AutomationStep => {
            if (step.kind !== 'wait' || random(3) > 0) return step;
            return { ...step, duration: `PT${1 + random(9)}H` };
          });
          if (changed.length > 0 && stepsFault(changed) === undefined) return changed;
        }
      };
      const versions = new Map<number, Version>();
      const learn = async (program: number, number: number, steps: AutomationStep[]) => {
        const { draws } = (await findVersion(db, { account_id: accountId, id: program }, number))!;
        const origins = new Map<number, string>();
        const older = versions.get(number - 1);
        const { after } = matchSteps(older?.steps ?? [], steps);
        for (const [index, step] of steps.entries()) {
          const from = after.indexOf(index);
          const carried = step.kind === 'branch_random' ? older?.origins.get(from) : undefined;
          if (step.kind === 'branch_random') origins.set(index, carried ?? `${number}.${index}`);
        }
        versions.set(number, { steps, draws, origins });
      };
      const travelers: Traveler[] = [];
      const inParis = new Set<number>();
      /** The ways that contacts have gone at branches by chance: always the same. */
      const chances = new Map<string, boolean>();
      let steps = makeSteps([]);
      let newest = 1;
      const id = await create(steps);
      await learn(id, newest, steps);

      const walk = (traveler: Traveler, now: Date) => {
        const version = versions.get(traveler.version)!;
        while (!traveler.ended && traveler.due <= now) {
          if (traveler.within !== undefined) Object.assign(traveler, { within: undefined, since: undefined });
          const index = traveler.step;
          const step = version.steps[index];
          if (step === undefined) {
            traveler.ended = true;
            break;
          }
          let matching = false;
          if (step.kind === 'send') traveler.mails.push(step.mailing_id);
          if (step.kind === 'branch_random') {
            matching = isInShare(drawOf(id, version, index), traveler.id, 50);
            const key = `${traveler.id} ${version.origins.get(index)}`;
            expect(matching, key).toBe(chances.get(key) ?? matching);
            chances.set(key, matching);
          }
          if (step.kind === 'wait_for') {
            traveler.since ??= now;
            matching = inParis.has(traveler.id);
            const end = traveler.since.getTime() + Number(step.at_most.slice(2, -1)) * hour;
            if (!matching && end > now.getTime()) break;
            traveler.since = undefined;
          }
          const until = waitsUntil(step, now, 'UTC');
          if (until !== undefined) Object.assign(traveler, { within: index, since: now, due: until });
          traveler.step = nextStep(version.steps, index, matching);
          if (until === undefined && traveler.step >= version.steps.length) traveler.ended = true;
        }
        if (traveler.within === undefined && traveler.since === undefined) traveler.due = now;
      };
      const changeOver = (traveler: Traveler, to: number, now: Date) => {
        const [older, newer] = [versions.get(traveler.version)!, versions.get(to)!];
        const { after, changed } = matchSteps(older.steps, newer.steps);
        const isTimed = (index: number) => ['wait', 'wait_until'].includes(newer.steps[index]!.kind);
        const isLater = traveler.due > now;
        const place = traveler.within !== undefined && isLater ? traveler.within : traveler.step;
        const kept = after[place];
        if (traveler.within !== undefined && isLater && kept !== undefined && isTimed(kept)) {
          if (changed.has(kept)) traveler.due = waitsUntil(newer.steps[kept]!, traveler.since!, 'UTC')!;
          traveler.within = kept;
          traveler.step = nextStep(newer.steps, kept);
        } else {
          let at = place;
          for (const seen = new Set<number>(); at < older.steps.length && after[at] === undefined; ) {
            seen.add(at);
            at = nextStep(older.steps, at);
            if (seen.has(at)) at = older.steps.length;
          }
          traveler.step = at < older.steps.length ? after[at]! : newer.steps.length;
          const waits = traveler.within === undefined && older.steps[place]?.kind === 'wait_for' && at === place;
          if (!waits || newer.steps[traveler.step]?.kind !== 'wait_for') traveler.since = undefined;
          Object.assign(traveler, { within: undefined, due: now });
        }
        traveler.version = to;
      };

      let asked: number | undefined;
      for (let tick = 0; tick < 60; tick++) {
        const now = new Date(start.getTime() + tick * hour);
        if (tick < 20 && random(3) === 0) {
          const who = await contact();
          await begin(id, [who], now);
          travelers.push({ id: who, version: newest, step: 0, due: now, ended: false, mails: [] });
        }
        if (travelers.length > 0 && random(3) === 0) {
          const { id: who } = pick(travelers);
          const goes = !inParis.has(who);
          await move(who, goes ? 'Paris' : 'Rome');
          goes ? inParis.add(who) : inParis.delete(who);
        }
        if (random(8) === 0) {
          steps = makeSteps(steps);
          await change(id, steps);
          await learn(id, ++newest, steps);
        }
        if (random(5) === 0) {
          await plan(id);
          asked = newest;
        }
        if (asked !== undefined) {
          const program = (await findProgram(db, accountId, id))!;
          const preview = await previewTakeover(db, program, now);
          const older = travelers.filter(({ ended, version }) => !ended && version < newest);
          expect(preview.contacts).toBe(older.length);
          const dying = killedAfter(1 + random(14));
          if (random(2) === 0) await take(now, db.withPlugin(dying), () => {}).catch(() => {});
          else await take(now);
          const there = new Map((await runs()).map((run) => [run.contact_id, run.version]));
          for (const traveler of travelers)
            if (!traveler.ended && there.get(traveler.id) !== traveler.version) changeOver(traveler, asked, now);
          if ((await findProgram(db, accountId, id))!.takeover_version === null) asked = undefined;
        }
        if (random(5) === 0) await advance(now, db.withPlugin(killedAfter(1 + random(14))), () => {}).catch(() => {});
        else await advance(now);
        const late = (await runs()).some(({ ended_at, due_at }) => ended_at === null && due_at <= now);
        if (!late) for (const traveler of travelers) walk(traveler, now);
      }
      const mails = await sent();
      for (const traveler of travelers)
        expect(mails.get(traveler.id)?.map(({ mailing_id }) => mailing_id) ?? [], `contact ${traveler.id}`).toEqual(
          traveler.mails,
        );
      expect((await runs()).filter(({ ended_at }) => ended_at === null).length).toBe(
        travelers.filter(({ ended }) => !ended).length,
      );
    },
  );
});
