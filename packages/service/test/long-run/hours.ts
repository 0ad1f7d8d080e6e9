import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Installation } from './installation.ts';
import type { Letter, MailServer } from './mail-server.ts';
import { untriedRecipients } from './samples.ts';

/** What an hour brings. */
const newcomers = 1500;
const imported = 500;
const erasures = 2000;
const transactionalMails = 200;
const orders = 200;
/** After so many hours a backup is begun anew, and the service is upgraded. */
const hoursOfBackup = 6;
const hoursOfUpgrade = 8;
/** Of so many readers one leaves. */
const leavesOneOf = 50;

const html = `<p>Hello [[CONTACT|FIRSTNAME|friend]]</p><p>${'News of the week. '.repeat(100)}</p>
<a href="https://shop.example/?mailing=[[MAILING|ID]]">shop</a> <a href="[[LINK|UNSUBSCRIBE]]">leave</a>`;

/** Hours of an account: what its owner, its readers and its operator do in each. */
export class Hours {
  readonly #installation: Installation;
  readonly #mailServer: MailServer;
  readonly #directory: string;
  readonly #newsletters: number[] = [];
  #readers = 0;
  #orderType = 0;

  constructor(installation: Installation, mailServer: MailServer, directory: string) {
    this.#installation = installation;
    this.#mailServer = mailServer;
    this.#directory = directory;
  }

  get #client() {
    return this.#installation.client;
  }

  async prepare(readers: number): Promise<void> {
    await this.#addReaders(readers);
    this.#orderType = await this.#client.transactions.createType({ body: { name: 'order' } }).orThrow();
    const receipt = await this.#draft('Receipt', 'trigger');
    const body = { type: 'SINGLE', event: String(this.#orderType) } as const;
    await this.#client.triggerMailings.createDispatching({ mailingid: receipt, body }).orThrow();
    await this.#client.mailingActions.activateDispatching({ mailingid: receipt }).orThrow();
    const rules = [{ field: 'FIRSTNAME', operator: 'STARTS_WITH' as const, value: 'A' }];
    await this.#client.contactFilters.create({ body: { name: 'With an A', rules } }).orThrow();
  }

  /** Everything of one hour; returns when its mails are out. */
  async pass(hour: number): Promise<void> {
    await this.#addReaders(newcomers);
    await this.#importReaders();
    await this.#send(`Newsletter of hour ${hour}`);
    await Promise.all([this.#sendTransactionalMails(hour), this.#order(), this.#read(this.#mailServer.letters())]);
    await this.#until(async () => untriedRecipients(await this.#installation.metrics()) === 0);
    await this.#lookAtReports();
    await this.#eraseOldest();
    await this.#backUp(hour);
    if (hour % hoursOfUpgrade === 0) await this.#installation.restart();
  }

  async #addReaders(count: number): Promise<void> {
    for (let added = 0; added < count; added += 1000) {
      const body = Array.from({ length: Math.min(1000, count - added) }, () => ({
        email: `reader${++this.#readers}@example.org`,
        standard_fields: [{ name: 'FIRSTNAME' as const, value: this.#readers % 3 === 0 ? 'Ada' : 'Grace' }],
      }));
      await this.#client.contacts.synchronize({ body, permission: 5 }).orThrow();
    }
  }

  async #importReaders(): Promise<void> {
    const rows = Array.from({ length: imported }, () => `reader${++this.#readers}@example.org,Edsger`);
    const { imports } = this.#client;
    const body = Buffer.from(`email,FIRSTNAME\n${rows.join('\n')}\n`);
    const { id: importId } = await imports
      .create({ name: 'readers.csv', contentType: 'application/octet-stream', body })
      .orThrow();
    await imports.start({ importId, body: { fields: ['email', 'FIRSTNAME'], permission: 5 } }).orThrow();
    await this.#until(async () => (await imports.get({ importId }).orThrow()).state === 'done');
    await imports.delete({ importId }).orThrow();
  }

  async #draft(name: string, type: 'regular' | 'trigger'): Promise<number> {
    const mailingid = await this.#client.mailings.create({ name, subject: name, type }).orThrow();
    await this.#client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
    await this.#client.mailings.setHtml({ mailingid, body: html }).orThrow();
    return mailingid;
  }

  async #send(name: string): Promise<void> {
    const mailingid = await this.#draft(name, 'regular');
    const { items } = await this.#client.targetGroups.list({ page_size: 10 }).orThrow();
    const body = items.find(({ type }) => type === 'regular')!.id!;
    await this.#client.regularMailings.setTargetGroup({ mailingid, body }).orThrow();
    await this.#client.mailings.setSpeedLevel({ mailingid, body: 'supersonic' }).orThrow();
    await this.#client.mailings.sendNow({ mailingid }).orThrow();
    this.#newsletters.push(mailingid);
    // Its recipients are found in the background.
    const isOut = async () =>
      ['sending', 'done'].includes(await this.#client.mailings.getState({ mailingid }).orThrow());
    await this.#until(isOut);
  }

  async #until(isSo: () => Promise<boolean>): Promise<void> {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 250));
  }

  async #sendTransactionalMails(hour: number): Promise<void> {
    for (let number = 0; number < transactionalMails; number++)
      await this.#client.transactionalMails
        .send({
          body: {
            to: [{ email: `customer${number}@example.net` }],
            from: { email: 'shop@example.com' },
            subject: `Invoice ${hour}-${number}`,
            text: 'Thank you.',
          },
        })
        .orThrow();
  }

  async #order(): Promise<void> {
    const { items } = await this.#client.contacts.list({ page_size: orders }).orThrow();
    const body = items.map(({ id }) => ({ type: this.#orderType, contact: { id: id! } }));
    await this.#client.transactions.create({ body }).orThrow();
  }

  async #read(letters: readonly Letter[]): Promise<void> {
    for (const [number, { opening, click, unsubscription }] of letters.entries()) {
      for (const url of [opening, click]) if (url !== undefined) await this.#call(url);
      if (number % leavesOneOf === 0 && unsubscription !== undefined)
        await this.#call(unsubscription, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
    }
  }

  async #call(url: string, init: RequestInit = {}): Promise<void> {
    const headers = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      ...(init.body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    };
    const answer = await this.#installation.fetch(url, { redirect: 'manual', headers, ...init });
    await answer.arrayBuffer();
    // A link of somebody who was erased leads nowhere.
    if (answer.status >= 500) throw new Error(`${new URL(url).pathname} was answered with ${answer.status}`);
  }

  async #lookAtReports(): Promise<void> {
    const { reports, reportCounts, mailings, contacts, contactFilters } = this.#client;
    const mailing_id = this.#newsletters.slice(-3);
    await reports.listMailingSummaries({ mailing_id }).orThrow();
    await reports.listUniqueOpens({ mailing_id, page_size: 100 }).orThrow();
    await reports.listClicks({ mailing_id, page_size: 100 }).orThrow();
    await reports.listBounces({ mailing_id, page_size: 100 }).orThrow();
    await reportCounts.uniqueOpens({ mailing_id }).orThrow();
    await mailings.listByStates({ states: ['done'], page_size: 100 }).orThrow();
    await contacts.list({ page_size: 100, page_index: 20 }).orThrow();
    for (const { id } of (await contactFilters.list({ page_size: 10 }).orThrow()).items)
      await contactFilters.refresh({ contactFilterId: id! }).orThrow();
  }

  async #eraseOldest(): Promise<void> {
    for (let left = erasures; left > 0; left -= 1000) {
      const { items } = await this.#client.contacts.list({ page_size: Math.min(left, 1000) }).orThrow();
      for (const { id } of items) await this.#client.contacts.delete({ id: id! }).orThrow();
    }
  }

  async #backUp(hour: number): Promise<void> {
    const target = join(this.#directory, 'backup');
    if (hour % hoursOfBackup === 1 && existsSync(target)) rmSync(target, { recursive: true });
    await this.#installation.command('backup', target, '--continue');
    if (hour % hoursOfBackup === 0) await this.#installation.command('restore', target, '--verify');
  }
}
