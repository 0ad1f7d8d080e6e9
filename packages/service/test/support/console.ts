import type { TestService } from './service.ts';

/** A newsletter as people write it at the console. */
export const html = `<h1>Spring</h1><p>Hello [[CONTACT|FIRSTNAME|friend]]</p>
<p><a href="https://shop.example.net/spring">See it</a></p><p><a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a></p>`;

/** Gives the relays what slows mails down, and pauses a mailing. */
export async function slowDown({ db }: TestService, mailing: number): Promise<void> {
  const relay = await db.selectFrom('relay').select('id').where('name', '=', 'default').executeTakeFirstOrThrow();
  const warmUp = { warm_up: [200, 500, 1000], warm_up_day: 2, slowed_share: 0.2 };
  const down = { down_since: new Date(), down_until: new Date(), down_reason: '421 4.3.2 Too busy' };
  await db.updateTable('relay').set(warmUp).execute();
  await db
    .insertInto('relay')
    .values({
      name: 'backup',
      address: 'smtp://backup.example.com',
      rank: 300,
      per_minute: 600,
      per_day: 5000,
      ...down,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const at = new Date();
  const pace = { ceiling: 60, slowed_at: at, tokens: 0, filled_at: at, asked_at: at };
  const reason = '450 4.7.1 Our system has detected an unusual rate of mail from your address';
  await db
    .insertInto('receiver_pace')
    .values(['google', 'post.example'].map((receiver) => ({ ...pace, relay_id: relay.id, receiver, reason })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.updateTable('mailing').set({ state: 'paused' }).where('id', '=', mailing).execute();
}
