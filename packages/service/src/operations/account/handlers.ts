import { badRequest, type Handlers, notFound } from '@mailwright/server';
import {
  deletePlaceholder,
  deletePlaceholdersBut,
  keysFault,
  listPlaceholders,
  type Placeholder,
  putPlaceholders,
  senders,
} from '../../account/index.ts';
import { raiseVersionsShowing, senderDomains } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { parseEmail } from '../../platform/text/email.ts';
import { domainRecords } from '../../sending/index.ts';
import { changeFactorDemand, changeSignOffLimit } from '../../transactional/index.ts';
import type { Context } from '../context.ts';

const maxPlaceholders = 1000;

/** The account, its domains and its placeholders. */
export const accountHandlers = {
  async getAccountInfo(_input, { account }) {
    const { id, name, time_zone, sign_off_above, demands_second_factor } = account;
    return {
      id,
      name,
      time_zone,
      ...(sign_off_above !== null && { sign_off_above }),
      ...(demands_second_factor && { demands_second_factor }),
    };
  },

  async setSignOffLimit({ body: { above = null } }, context) {
    const { db, account, creator, publicUrl, wakeWorker, afterCommit, forgetKeys } = context;
    if (!(await changeSignOffLimit(db, account, { above, actor: creator }, publicUrl))) return;
    wakeWorker();
    afterCommit(async () => forgetKeys());
  },

  async setSecondFactorDemand({ body: { demanded } }, context) {
    const { db, account, creator, publicUrl, wakeWorker, afterCommit, forgetKeys } = context;
    if (!(await changeFactorDemand(db, account, { demanded, actor: creator }, publicUrl))) return;
    wakeWorker();
    afterCommit(async () => forgetKeys());
  },

  async getAccountMailingDomains(_input, { account: { domain } }) {
    return [{ name: domain }];
  },

  async getSenderDomains(_input, { db, accountId, account, dkim }) {
    const names = new Set([account.domain, ...(await senderDomains(db, accountId))]);
    return Promise.all(
      [...names].map(async (name) => {
        const records = await domainRecords(name, dkim);
        return {
          name,
          records: records.map(({ found, ...record }) => (found === null ? record : { ...record, found })),
        };
      }),
    );
  },

  async proveSenderDomain({ domain }, { db, account, dkim }) {
    const name = parseEmail(`x@${domain}`)?.address.slice('x@'.length);
    if (name === undefined) throw badRequest(`domain must be a domain such as shop.example but was "${domain}".`);
    const known = await senders.listSenderDomains(db, account.id);
    if (known.some((own) => own.domain === name && own.proof !== 'in use')) return;
    const record = senders.proofRecord(account, name);
    const texts = await dkim.texts(record.name);
    if (!texts?.includes(record.value)) {
      const fault = texts === undefined ? 'the DNS does not respond' : 'the DNS does not have the record yet';
      throw badRequest(
        `domain: nothing proves that ${name} is yours, because ${fault}. Add TXT "${record.value}" at ${record.name} and repeat the request.`,
      );
    }
    await senders.addSenderDomains(db, account.id, [name], 'dns');
  },

  async getAccountPlaceholders(_input, { db, accountId }) {
    return listPlaceholders(db, accountId);
  },

  async setAccountPlaceholders({ body }, { db, accountId }) {
    refuseFaulty(body);
    await changing(db, accountId, async () => {
      await putPlaceholders(db, accountId, body);
      await deletePlaceholdersBut(
        db,
        accountId,
        body.map(({ key }) => key),
      );
    });
  },

  async updateAccountPlaceholders({ body }, { db, accountId }) {
    refuseFaulty(body);
    const { length } = await changing(db, accountId, () => putPlaceholders(db, accountId, body));
    if (length > maxPlaceholders) {
      throw badRequest(`an account can have at most ${maxPlaceholders} placeholders but would have ${length}`);
    }
  },

  async deleteAccountPlaceholder({ name }, { db, accountId }) {
    if (!(await deletePlaceholder(db, accountId, name))) throw notFound(`The account has no placeholder "${name}".`);
    await raiseVersionsShowing(db, accountId, 'ACCOUNT', [name]);
  },
} satisfies Partial<Handlers<Context>>;

/** Changes placeholders; what was checked, approved or scheduled with other values becomes stale. Gives those there are then. */
async function changing(db: Db, accountId: number, change: () => Promise<void>): Promise<Placeholder[]> {
  const before = new Map((await listPlaceholders(db, accountId)).map(({ key, value }) => [key, value]));
  await change();
  const placeholders = await listPlaceholders(db, accountId);
  const after = new Map(placeholders.map(({ key, value }) => [key, value]));
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));
  await raiseVersionsShowing(db, accountId, 'ACCOUNT', changed);
  return placeholders;
}

function refuseFaulty(placeholders: Placeholder[]): void {
  const fault = keysFault(placeholders);
  if (fault) throw badRequest(fault);
}
