import { EventEmitter, once } from 'node:events';
import { countingSink } from '../support/counting-sink.ts';
import { until } from '../support/until.ts';
import type { Cluster } from './cluster.ts';
import type { Installation } from './installation.ts';
import type { Observed } from './judge.ts';

type Client = Installation['apis'][number]['client'];

/** Programs that create contacts, one after the other each. */
const writers = 4;

/** Creates contacts at both processes until it is told to stop; remembers what was acknowledged, and when. */
export class Writers {
  readonly acknowledged: { email: string; at: number }[] = [];
  refused = 0;
  #goesOn = true;
  readonly #ended: Promise<unknown>;

  constructor(clients: readonly Client[], name: string) {
    const write = async (client: Client, writer: number) => {
      for (let number = 0; this.#goesOn; number++) {
        const email = `${name}-${writer}-${number}@example.net`;
        const answer = await client.contacts
          .createByEmail({ email, permission: 1, body: {} }, { timeout: 10_000 })
          .catch(() => undefined);
        if (answer?.ok) this.acknowledged.push({ email, at: performance.now() });
        else {
          this.refused++;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }
    };
    this.#ended = Promise.all(
      Array.from({ length: writers }, (_, writer) => write(clients[writer % clients.length]!, writer)),
    );
  }

  async stop(): Promise<void> {
    this.#goesOn = false;
    await this.#ended;
  }
}

/** A mail server that notes when each recipient got a mail. */
export async function timingSink() {
  const sink = await countingSink();
  const arrivals = new EventEmitter();
  let mails = new Map<string, number[]>();
  const set = sink.mails.set.bind(sink.mails);
  sink.mails.set = (address, ids) => {
    mails.set(address, [...(mails.get(address) ?? []), performance.now()]);
    arrivals.emit('mail');
    return set(address, ids);
  };
  return {
    url: sink.url,
    close: sink.close,
    get mails(): Observed['mails'] {
      return mails;
    },
    forget: () => {
      mails = new Map();
    },
    /** Waits until so many recipients have a mail. */
    reach: async (count: number) => {
      while (mails.size < count) await once(arrivals, 'mail');
    },
  };
}

/** Starts a sendout to so many people who are there already; gives the number of the mailing. */
export async function startSendout(client: Client, name: string): Promise<number> {
  const groups = await client.targetGroups.list({ page_index: 1, page_size: 10 }).orThrow();
  const mailingid = await client.mailings.create({ name, subject: 'News' }).orThrow();
  await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
  await client.mailings
    .setHtml({ mailingid, body: '<p>Hello</p><a href="[[LINK|UNSUBSCRIBE]]">unsubscribe</a>' })
    .orThrow();
  const body = groups.items.find(({ type }) => type === 'regular')!.id!;
  await client.regularMailings.setTargetGroup({ mailingid, body }).orThrow();
  await client.mailings.setSpeedLevel({ mailingid, body: 'supersonic' }).orThrow();
  await client.mailings.sendNow({ mailingid }).orThrow();
  return mailingid;
}

/** Waits until a sendout is over; gives who should have got a mail. */
export async function recipientsOf(cluster: Cluster, mailing: number): Promise<string[]> {
  await until(
    `the end of sendout ${mailing}`,
    async () => {
      const [row] = await cluster.ask<{ state: string }>('select state from mailing where id = $1', [mailing]);
      return row?.state === 'done';
    },
    { millis: 300_000, every: 500 },
  );
  const rows = await cluster.ask<{ email: string }>(
    `select contact.email from recipient join contact on contact.account_id = recipient.account_id
       and contact.id = recipient.contact_id where recipient.mailing_id = $1 and recipient.state = 'sent'`,
    [mailing],
  );
  const [{ count }] = (await cluster.ask<{ count: number }>(
    `select count(*)::int4 as count from recipient where mailing_id = $1 and state <> 'sent'`,
    [mailing],
  )) as [{ count: number }];
  if (count > 0) throw new Error(`${count} recipients of sendout ${mailing} are not sent`);
  return rows.map(({ email }) => email);
}
