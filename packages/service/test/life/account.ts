import { allOf } from '../../src/audiences/filters/rules.ts';
import { insertContactFilter } from '../../src/audiences/filters/store.ts';
import { insertTargetGroup } from '../../src/audiences/target-groups/store.ts';
import { insertProgram } from '../../src/events/automation/programs.ts';
import { insertType } from '../../src/events/transactions/types.ts';
import { planRun } from '../../src/events/triggers/plan.ts';
import { readWebhook } from '../../src/events/webhooks/settings.ts';
import { insertWebhook } from '../../src/events/webhooks/store.ts';
import { changeContent, changeSettings } from '../../src/mailings/change.ts';
import { type DispatchInput, readDispatching } from '../../src/mailings/dispatching/read.ts';
import { putDispatching } from '../../src/mailings/dispatching/store.ts';
import { moveMailing } from '../../src/mailings/move.ts';
import { findMailing, insertMailing, type Mailing } from '../../src/mailings/store.ts';
import { insertBlacklist } from '../../src/people/blacklists/store.ts';
import type { World } from './world.ts';

export const cities = ['Paris', 'Lyon'] as const;

/** What an account has before its first contact comes. */
export interface Settings {
  /** Target groups of newsletters: everybody, and those of a city. */
  groups: number[];
  orderType: number;
  /** Mailings that each order brings once: the receipt. */
  receipt: number;
  blacklist: number;
}

export async function setUp(world: World): Promise<Settings> {
  const { db, accountId } = world;
  const filters: number[] = [];
  const groups: number[] = [];
  for (const city of [undefined, ...cities]) {
    const rule = { field: 'CITY', operator: 'EQUALS', value: city!, is_customfield: false, type: 'string' } as const;
    const rules = city === undefined ? allOf() : allOf(rule);
    const name = city ?? 'all';
    const filter = await insertContactFilter(db, accountId, { name, author: 'life', rules });
    filters.push(filter);
    const group = { name, type: 'regular', contact_filter_id: filter, author: 'life' } as const;
    groups.push((await insertTargetGroup(db, accountId, group))!);
  }
  const attributes = [{ name: 'note', type: 'string', required: false, description: null } as const];
  const type = { name: 'order', description: null, archivingDays: 10, storeOnly: false, attributes };
  const orderType = (await insertType(db, accountId, type))!;
  const event = String(orderType);
  const optIn = await draft(world, 'doi', '<a href="[[LINK|DOI_CONFIRM]]">Yes</a>');
  await changeSettings(db, optIn, { doi_key: 'default' });
  await moveMailing(db, optIn, 'release', 'user');
  const receipt = await release(world, { type: 'SINGLE', event });
  const welcome = await release(world, { type: 'SINGLE', event: 'DOI_CONFIRMED' });
  await release(world, { type: 'MULTI', target: 'EVENT', event, interval: 'DAY', hours: 8 });
  await release(world, {
    type: 'MULTI',
    target: 'CONTACTFILTER',
    contact_filter_id: filters[1]!,
    interval: 'DAY',
    hours: 12,
    delivery_limit: 2,
    delivery_limit_unit: 'WEEK',
  });
  await insertProgram(db, accountId, {
    name: 'After an order',
    state: 'released',
    transaction_type_id: orderType,
    steps: [
      { kind: 'wait', duration: 'P1D' },
      { kind: 'send', mailing_id: welcome },
      { kind: 'wait', duration: 'P2D' },
      { kind: 'set', field: 'CITY', value: 'Lyon' },
    ],
  });
  const events = ['unsubscription', 'doi', 'bounce', 'block', 'mailing_state', 'filtered'] as const;
  const { settings } = readWebhook({ url: 'https://hooks.example.com/', events: [...events] }, new Map());
  await insertWebhook(db, accountId, settings, Buffer.from('a secret of the test'));
  return { groups, orderType, receipt, blacklist: (await insertBlacklist(db, accountId, 'Rivals'))! };
}

const body = `<p>Hello [[CONTACT|FIRSTNAME]]</p><a href="https://shop.example/">shop</a>
<a href="https://shop.example/?for=[CONTACT|FIRSTNAME]">offer</a><a href="[[LINK|UNSUBSCRIBE]]">leave</a>`;

/** A mailing with all that it takes to be sent. */
export async function draft(world: World, type: Mailing['type'], html = body): Promise<Mailing> {
  const { db, accountId } = world;
  const name = `${type} ${++world.names}`;
  const id = (await insertMailing(db, accountId, { name, subject: 'News', type, creator: 'life' }))!;
  const mailing = (await findMailing(db, accountId, id))!;
  await changeContent(db, mailing, { html, sender: 'news@example.com' });
  return (await findMailing(db, accountId, id))!;
}

async function release(world: World, input: DispatchInput): Promise<number> {
  const { db, account } = world;
  const mailing = await draft(world, 'trigger');
  await putDispatching(db, mailing, readDispatching(input));
  await moveMailing(db, mailing, 'release', 'user');
  await planRun(db, account, mailing);
  return mailing.id;
}
