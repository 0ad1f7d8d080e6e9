import { badRequest, type Handlers, notFound, reply } from '@mailwright/server';
import {
  type Account,
  accountSettings,
  answerSettings,
  deletePlaceholder,
  deletePlaceholdersBut,
  findAccount,
  keysFault,
  limitFault,
  listPlaceholders,
  nameFault,
  type Placeholder,
  pressureLimit,
  putPlaceholders,
  senders,
  sendoutLimits,
  setAnswerSettings,
  setPressureLimit,
  setSendoutLimits,
} from '../../account/index.ts';
import { planDateStarts } from '../../events/index.ts';
import { raiseVersionsShowing, senderDomains } from '../../mailings/index.ts';
import { requireEmail } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { parseEmail } from '../../platform/text/email.ts';
import { answers as answering, senderDns } from '../../sending/index.ts';
import { changeFactorDemand, changeSignOffLimit } from '../../transactional/index.ts';
import type { Context } from '../context.ts';
import { etagOf, requireSeen } from '../seen.ts';

const maxPlaceholders = 1000;

/** The account, its domains and its placeholders. */
export const accountHandlers = {
  async getAccountInfo(_input, { db, accountId, rights }) {
    // The account that is kept with the key may be a second old, and its version too.
    const account = await findAccount(db, accountId);
    const { id, name, time_zone, sign_off_above, demands_second_factor } = account;
    const pressure_limit = pressureLimit(account);
    const answers = answerSettings(account);
    const info = {
      id,
      name,
      time_zone,
      ...(sign_off_above !== null && { sign_off_above }),
      ...(demands_second_factor && { demands_second_factor }),
      sendout_limits: sendoutLimits(account),
      ...(pressure_limit && { pressure_limit }),
      ...(answers && { answers }),
      rights: [...rights],
    };
    return reply(200, info, { etag: accountTag(account) });
  },

  async updateAccount(
    { body: { name, time_zone, sendout_limits, pressure_limit, answers }, 'If-Match': seen },
    context,
  ) {
    const { db, accountId, afterCommit, forgetKeys } = context;
    await requireSeenAccount(context, seen);
    if (name !== undefined) {
      if (nameFault(name) !== undefined) throw badRequest(`name must have a letter and no line end but was "${name}".`);
      await accountSettings.renameAccount(db, accountId, name.trim());
      await raiseVersionsShowing(db, accountId, 'ACCOUNT', ['NAME', 'CUSTOMER-ACCOUNT-NAME']);
    }
    if (time_zone !== undefined) {
      if (!(await accountSettings.setTimeZone(db, accountId, time_zone)))
        throw badRequest(`time_zone must be a time zone such as Europe/Berlin but was "${time_zone}".`);
      await planDateStarts(db, accountId);
    }
    if (sendout_limits !== undefined) {
      const limits = { ...sendoutLimits(await accountSettings.lockAccount(db, accountId)), ...sendout_limits };
      const fault = limitFault(limits);
      if (fault !== undefined) throw badRequest(fault);
      await setSendoutLimits(db, accountId, limits);
    }
    if (pressure_limit !== undefined) await setPressureLimit(db, accountId, pressure_limit);
    if (answers !== undefined)
      await setAnswerSettings(db, accountId, { ...answers, forward_to: readForwardTo(answers.forward_to) });
    // Requests read the account that is kept with the key.
    afterCommit(async () => forgetKeys());
  },

  async setSignOffLimit({ body: { above = null }, 'If-Match': seen }, context) {
    await requireSeenAccount(context, seen);
    const { db, account, creator, publicUrl, wakeWorker, afterCommit, forgetKeys } = context;
    if (!(await changeSignOffLimit(db, account, { above, actor: creator }, publicUrl))) return;
    wakeWorker();
    afterCommit(async () => forgetKeys());
  },

  async setSecondFactorDemand({ body: { demanded }, 'If-Match': seen }, context) {
    await requireSeenAccount(context, seen);
    const { db, account, creator, publicUrl, wakeWorker, afterCommit, forgetKeys } = context;
    if (!(await changeFactorDemand(db, account, { demanded, actor: creator }, publicUrl))) return;
    wakeWorker();
    afterCommit(async () => forgetKeys());
  },

  async getAccountMailingDomains(_input, { account: { domain } }) {
    return [{ name: domain }];
  },

  async getSenderDomains(_input, { db, accountId, account, dkim, fetch }) {
    const names = new Set([account.domain, ...(await senderDomains(db, accountId))]);
    return Promise.all(
      [...names].map(async (name) => {
        const records = await senderDns.domainRecords(name, { ...dkim, fetch });
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
    const texts = await dkim.dns.texts(record.name);
    if (!texts?.includes(record.value)) {
      const fault = texts === undefined ? 'the DNS does not respond' : 'the DNS does not have the record yet';
      throw badRequest(
        `domain: nothing proves that ${name} is yours, because ${fault}. Add TXT "${record.value}" at ${record.name} and repeat the request.`,
      );
    }
    await senders.addSenderDomains(db, account.id, [name], 'dns');
  },

  async getAccountPlaceholders(_input, { db, accountId }) {
    const placeholders = await listPlaceholders(db, accountId);
    return reply(200, placeholders, { etag: etagOf(placeholders) });
  },

  async setAccountPlaceholders({ body, 'If-Match': seen }, { db, accountId }) {
    refuseFaulty(body);
    await changing(db, accountId, seen, async () => {
      await putPlaceholders(db, accountId, body);
      await deletePlaceholdersBut(
        db,
        accountId,
        body.map(({ key }) => key),
      );
    });
  },

  async updateAccountPlaceholders({ body, 'If-Match': seen }, { db, accountId }) {
    refuseFaulty(body);
    const { length } = await changing(db, accountId, seen, () => putPlaceholders(db, accountId, body));
    if (length > maxPlaceholders) {
      throw badRequest(`an account can have at most ${maxPlaceholders} placeholders but would have ${length}`);
    }
  },

  async deleteAccountPlaceholder({ name }, { db, accountId }) {
    await accountSettings.lockAccount(db, accountId);
    if (!(await deletePlaceholder(db, accountId, name))) throw notFound(`The account has no placeholder "${name}".`);
    await raiseVersionsShowing(db, accountId, 'ACCOUNT', [name]);
  },
} satisfies Partial<Handlers<Context>>;

/** The entity tag of the settings that getAccountInfo shows. */
const accountTag = (account: Account) => {
  const { name, time_zone, sign_off_above, demands_second_factor } = account;
  const limits = [sendoutLimits(account), pressureLimit(account), answerSettings(account)];
  return etagOf([name, time_zone, sign_off_above, demands_second_factor, ...limits]);
};

/** Returns the address that answers go to; null for none. @throws ApiError 400 */
function readForwardTo(text: string): string | null {
  if (text === '') return null;
  const email = requireEmail(text, 'answers.forward_to');
  if (answering.readMailbox(email.address) !== undefined)
    throw badRequest(
      'answers.forward_to must be the address of a person, not one that this service has made for a mail.',
    );
  return email.address;
}

/** @throws ApiError 409 */
async function requireSeenAccount({ db, accountId }: Context, seen: string | undefined): Promise<void> {
  if (seen !== undefined)
    requireSeen('The account', accountTag(await accountSettings.lockAccount(db, accountId)), seen);
}

/** Changes placeholders; what was checked, approved or scheduled with other values becomes stale. Gives those there are then. */
async function changing(
  db: Db,
  accountId: number,
  seen: string | undefined,
  change: () => Promise<void>,
): Promise<Placeholder[]> {
  await accountSettings.lockAccount(db, accountId);
  const stored = await listPlaceholders(db, accountId);
  requireSeen('A placeholder of the account', etagOf(stored), seen);
  const before = new Map(stored.map(({ key, value }) => [key, value]));
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
