import { vi } from 'vitest';
import type { TestService } from '../support/service.ts';
import { sendTracked, visit } from '../support/tracked-mailing.ts';

const hour = 3_600_000;
const week = 168 * hour;

const newsletter = (heading: string) => `<h1>${heading}</h1><p>Hello [[CONTACT|FIRSTNAME|friend]]</p>
<p><a href="https://garden.example/tulips">Tulips</a> <a href="https://garden.example/advice">Advice</a></p>`;

/** Mailings of the past, with how many of a hundred people have opened each, and clicked its links. */
const mailings = [
  ['New year in the garden', 38, 9],
  ['Seeds for the window sill', 46, 14],
  ['Tulips are here', 57, 23],
] as const;

/** People who came in each of the last twelve weeks. */
const newcomers = [3, 4, 4, 6, 5, 7, 8, 7, 9, 11, 12, 14];

/**
 * Gives an account a past, for pictures that are more than a first day: contacts who came over twelve weeks, and mailings that were
 * opened and clicked over some hours. Returns the id of the last mailing.
 */
export async function giveHistory(service: TestService): Promise<number> {
  const { client, db } = service;
  await db.deleteFrom('subscription').execute();
  const people: number[] = [];
  for (const [index, count] of newcomers.entries())
    for (let person = 0; person < count; person++) {
      const body = { standard_fields: [{ name: 'FIRSTNAME' as const, value: 'Ada' }] };
      const email = `reader-${index}-${person}@garden.example`;
      const id = await client.contacts.createByEmail({ email, permission: 4, body }).orThrow();
      people.push(id);
      const at = new Date(Date.now() - (newcomers.length - 1 - index) * week - person * hour);
      await db.updateTable('subscription').set({ at }).where('contact_id', '=', id).execute();
    }
  let last = 0;
  for (const [name, opened, clicked] of mailings) last = await readBy(service, { name, people, opened, clicked });
  return last;
}

interface Past {
  name: string;
  people: readonly number[];
  opened: number;
  clicked: number;
}

async function readBy(service: TestService, { name, people, opened, clicked }: Past): Promise<number> {
  const { client, db } = service;
  const { mailingId, mailOf } = await sendTracked(service, newsletter(name), people);
  await client.mailings.setName({ mailingid: mailingId, body: name }).orThrow();
  await client.mailings.setSubject({ mailingid: mailingId, body: name }).orThrow();
  const share = (percent: number) => people.slice(0, Math.round((people.length * percent) / 100));
  for (const id of share(opened)) await visit(service, mailOf(id).pixel);
  for (const [index, id] of share(clicked).entries()) await visit(service, mailOf(id).links[index % 3 === 0 ? 1 : 0]!);
  const count = async (table: 'opening' | 'click') =>
    (await db.selectFrom(table).select('id').where('mailing_id', '=', mailingId).execute()).length;
  await vi.waitFor(async () => {
    if ((await count('opening')) < share(opened).length || (await count('click')) < share(clicked).length)
      throw new Error('Visits are still being recorded.');
  }, 60_000);
  for (const table of ['opening', 'click'] as const) {
    const rows = await db.selectFrom(table).select('id').where('mailing_id', '=', mailingId).execute();
    for (const [index, { id }] of rows.entries()) {
      // Most people read at once, some a day later.
      const at = new Date(Date.now() - 23 * hour + 23 * hour * (index / rows.length) ** 3);
      await db.updateTable(table).set({ at }).where('id', '=', id).execute();
    }
  }
  const sent_at = new Date(Date.now() - 24 * hour);
  await db.updateTable('delivery').set({ sent_at }).where('mailing_id', '=', mailingId).execute();
  await db.updateTable('mailing').set({ state: 'done' }).where('id', '=', mailingId).execute();
  return mailingId;
}
