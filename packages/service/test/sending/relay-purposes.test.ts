import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailSources } from '../../src/app/mail-sources.ts';
import { findMailing } from '../../src/mailings/store.ts';
import { startTestMail } from '../../src/quality/index.ts';
import { DeliveryEngine } from '../../src/sending/deliveries/engine.ts';
import { mailQueue, relaying } from '../../src/sending/index.ts';
import { smtpTransport } from '../../src/sending/smtp/transport.ts';
import { administer } from '../support/administration.ts';
import { usualDatabases } from '../support/database.ts';
import { releaseOptInMailing } from '../support/opt-in.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../support/scripted-smtp.ts';
import { createSendout } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { runToEnd } from './harness.ts';

const receiver = 'receiver.example';

describe.each(usualDatabases())('relays take part in mails of every purpose on $kind', ({ open }) => {
  let service: TestService;
  let mailingId: number;
  let own: ScriptedSmtp;
  let dead: ScriptedSmtp;
  let last: ScriptedSmtp;
  beforeAll(async () => {
    service = await startTestService(await open(), undefined, {}, { worker: false });
    [own, dead, last] = await Promise.all([startScriptedSmtp(), startScriptedSmtp(), startScriptedSmtp()]);
    await dead.become('refuses');
    await releaseOptInMailing(service, 'default');
    mailingId = await createSendout(service);
    const released = { type: 'trigger', state: 'released' } as const;
    await service.db.updateTable('mailing').set(released).where('id', '=', mailingId).execute();
    // It would be the last one, but for the account.
    const accounts = [service.accountId];
    await administer(service.db).addRelay({ name: 'own', address: own.url, order: 1000, accounts });
  });
  afterAll(async () => {
    await service?.close();
    for (const server of [own, dead, last]) await server?.close();
  });

  const contact = (email: string) =>
    service.client.contacts.createByEmail({ email, permission: 5, body: {} }).orThrow();
  /** Queue a mail to an address. */
  const purposes: Record<string, (email: string) => Promise<unknown>> = {
    'opt-in': (email) => service.client.contacts.createByEmail({ email, doi: true, body: {} }).orThrow(),
    async test(email) {
      await startTestMail(service.db, (await findMailing(service.db, service.accountId, mailingId))!, { email });
    },
    transactional(email) {
      const body = { to: [{ email }], from: { email: 'news@example.com' }, subject: 'Reset', text: 'Reset' };
      return service.client.transactionalMails.send({ body }).orThrow();
    },
    async trigger(email) {
      const occasion = { kind: 'transaction', key: email } as const;
      await mailQueue.queueMails(service.db, service.accountId, mailingId, [
        { contactId: await contact(email), occasion },
      ]);
    },
  };

  const change = (columns: object) => service.db.updateTable('relay').set(columns).where('name', '=', 'own').execute();
  /** Do something to the relays; each returns what takes it back. */
  const troubles: Record<string, () => Promise<() => Promise<unknown>>> = {
    'a rule': async () => async () => {},
    async failover() {
      const operator = administer(service.db);
      const accounts = [service.accountId];
      await operator.addRelay({ name: 'dead', address: dead.url, order: 1, accounts });
      return () => operator.removeRelay({ name: 'dead' });
    },
    async 'a limit'() {
      await change({ per_day: 1, sent_on_day: 1, day: sql`(now() at time zone 'UTC')::date::text` });
      return () => change({ per_day: null, sent_on_day: 0 });
    },
    async 'a pace'() {
      const { id } = await service.db
        .selectFrom('relay')
        .select('id')
        .where('name', '=', 'own')
        .executeTakeFirstOrThrow();
      const at = new Date();
      const pace = { ceiling: 1, slowed_at: at, tokens: 0, filled_at: at, asked_at: at, reason: '450 4.7.1 slower' };
      await service.db
        .insertInto('receiver_pace')
        .values({ ...pace, relay_id: id, receiver })
        .execute();
      return () => service.db.deleteFrom('receiver_pace').execute();
    },
  };

  const isAwaited = (purpose: string) => purpose === 'opt-in' || purpose === 'test';
  const rows = Object.keys(purposes).flatMap((purpose) =>
    Object.keys(troubles).map((trouble) => {
      // Whoever waits for a mail is not held up by limits; other mails go over the next relay.
      const isHeld = (trouble === 'a limit' || trouble === 'a pace') && !isAwaited(purpose);
      return { purpose, trouble, taker: isHeld ? 'last' : 'own' };
    }),
  );

  test.each(rows)(
    '$trouble: a mail of the purpose $purpose goes over the relay "$taker"',
    async ({ purpose, trouble, taker }) => {
      const email = `${purpose}-${trouble.replace(' ', '-')}@${receiver}`;
      const end = await troubles[trouble]!();
      const relays = relaying.openRelays();
      const transport = smtpTransport(last.url);
      const environment = { transport, openRelay: relays.open, publicUrl: 'https://x.example' };
      try {
        await purposes[purpose]!(email);
        await runToEnd(service.db, new DeliveryEngine(environment, mailSources(environment)));
        expect({ own: own.mails.get(email)?.length, last: last.mails.get(email)?.length }).toEqual({
          own: taker === 'own' ? 1 : undefined,
          last: taker === 'last' ? 1 : undefined,
        });
      } finally {
        await relays.close();
        await transport.close();
        await end();
      }
    },
  );
});
