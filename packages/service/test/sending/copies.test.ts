import { describe, expect, test } from 'vitest';
import type { MailRefusal } from '../../src/sending/mail/transport.ts';
import { usualDatabases } from '../support/database.ts';
import { randomOf } from '../support/random.ts';
import { outcomes } from '../support/sendout.ts';
import { engineOf, passTime, runToEnd, startedSendout } from './harness.ts';

/** What a relay does with a mail: takes it and says so, takes it in silence, loses it in silence, puts it off, refuses it. */
const behaviours = ['taken', 'taken in silence', 'lost in silence', 'put off', 'refused', 'taken', 'put off'] as const;
type Behaviour = (typeof behaviours)[number];

const silence: MailRefusal = { concerns: 'server', permanent: false, uncertain: true, message: 'No answer.' };
const answers: Record<Behaviour, MailRefusal | undefined> = {
  taken: undefined,
  'taken in silence': silence,
  'lost in silence': silence,
  'put off': { concerns: 'mail', permanent: false, code: 451, message: '451 later' },
  refused: { concerns: 'mail', permanent: true, code: 550, message: '550 5.1.1 nobody' },
};

describe.each(usualDatabases())('copies of a mail on $kind', ({ open }) => {
  const seed = Number(process.env.MAILWRIGHT_SEED ?? Math.floor(Math.random() * 2 ** 31));
  test(`whatever a relay does, nobody gets more than two, and each mail ends (MAILWRIGHT_SEED=${seed})`, async () => {
    const { kysely: db } = await open();
    const { mailingId } = await startedSendout(db, 16);
    const random = randomOf(seed);
    const copies = new Map<string, number>();
    const history = new Map<string, Behaviour[]>();
    const engine = engineOf(async ({ envelope: { to } }) => {
      const behaviour = behaviours[random(behaviours.length)]!;
      history.set(to, [...(history.get(to) ?? []), behaviour]);
      if (behaviour.startsWith('taken')) copies.set(to, (copies.get(to) ?? 0) + 1);
      return answers[behaviour];
    });
    for (let round = 0; round < 40; round++) {
      await runToEnd(db, engine);
      const open = Object.keys(await outcomes({ db }, mailingId)).filter((each) => /^(deferred|pending)/.test(each));
      if (open.length === 0) break;
      await passTime(db);
      await db.deleteFrom('receiver_pace').execute();
    }
    const tooMany = [...copies].filter(([, count]) => count > 2).map(([to]) => [to, history.get(to)]);
    expect(tooMany).toEqual([]);
    const ended = await outcomes({ db }, mailingId);
    expect(Object.keys(ended).filter((each) => !/^(sent|failed)/.test(each))).toEqual([]);
    const inSilence = [...history.values()].filter(
      (tries) => tries.filter((each) => each.endsWith('silence')).length === 2,
    );
    expect(ended['failed: uncertain'] ?? 0).toBe(inSilence.length);
  });
});
