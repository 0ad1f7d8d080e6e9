import { changeContent, findMailing } from '../../mailings/index.ts';
import { createContact, parseEmail, samples } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { FetchFailure } from '../../platform/fetch/failure.ts';
import type { GuardedFetch } from '../../platform/fetch/fetch.ts';
import type { Log } from '../../platform/log/log.ts';
import { passTime } from '../../platform/queue/pass-time.ts';
import { runDueJobs } from '../../platform/queue/run-queue.ts';
import { deliverTask, type MailTransport, messageOf } from '../../sending/index.ts';
import { startRecorder, type TokenContent, tokenVerifier } from '../../tracking/index.ts';
import { callAsDemo, sample } from '../demo-contents.ts';
import { jobHandlers } from '../jobs.ts';
import { mailSources } from '../mail-sources.ts';
import { hasNoMailbox, readingOf } from './readers.ts';

/** Id of the segment of everybody in the demo account. */
const EVERYBODY = 2;

/** Newsletters of a year, from the month after the first contacts came. */
const NEWSLETTERS = [
  ['Seeds for the window sill', 'Tomatoes, basil and chives grow before the snow has gone.'],
  ['Snowdrops and what comes after', 'The first bees are looking for them.'],
  ['Spring has come', 'It is time to cut the roses.'],
  ['Tulips are here', 'Forty kinds in our beds, all of them in the shop.'],
  ['Watering without waste', 'A barrel, a hose and ten minutes in the morning.'],
  ['A table outside', 'Herbs that you can eat while you sit beside them.'],
  ['Summer in pots', 'What a balcony needs in the heat.'],
  ['Harvest', 'Beans, beans and more beans.'],
  ['Plant bulbs now', 'What goes into the earth in autumn blooms in spring.'],
  ['Leaves are no rubbish', 'A heap in the corner feeds hedgehogs and beds.'],
  ['Winter quarters', 'Which plants come in, and which get a coat.'],
  ['A year in the garden', 'Thank you for reading. Here is what you liked most.'],
] as const;

const FIRST = ['Amal', 'Bruno', 'Clara', 'Daniel', 'Eva', 'Fatou', 'Goran', 'Hana', 'Ivo', 'Jana', 'Kofi', 'Lucia'];
const LAST = ['Adeyemi', 'Bianchi', 'Cruz', 'Dubois', 'Eriksen', 'Fischer', 'Garcia', 'Horvat', 'Ito', 'Jansen', 'Kim'];
const CITIES = ['Lyon', 'Porto', 'Graz', 'Utrecht', 'Leipzig', 'Kraków', 'Bergen'];

const DAY_SECONDS = 24 * 3600;
/** Since the last newsletter: by then everybody who reads it has done so, and its figures are still news. */
const LAST_DAYS = 6;
const MINUTE = 60_000;
/** Nothing can have this address (RFC 6761, section 6.4): it stands in mails that only the invented readers get. */
const ADDRESS = 'https://demo.invalid';

/** Refuses to ask anybody: a demo stays on its machine. */
export const askNobody: GuardedFetch = async () => {
  throw new FetchFailure('private', 'this is a demo, which asks no other server');
};

/**
 * Lets an account live for a year, in some seconds: people come each month, get a newsletter by the way of every other mailing, read it or
 * do not, and leave. Times are real distances from now.
 */
export async function liveYear(db: Db, accountId: number, log: Log): Promise<void> {
  for (const [month, [subject, text]] of NEWSLETTERS.entries()) {
    await admitPeople(db, accountId, month);
    const mails = new ReadMails();
    await sendNewsletter(db, accountId, subject, text);
    await noteSeen(db, accountId);
    await deliver(db, mails, log);
    await read(db, accountId, mails, month, log);
    await passTime(db, (month === NEWSLETTERS.length - 1 ? LAST_DAYS : 30) * DAY_SECONDS);
  }
}

/** More people come each month. */
async function admitPeople(db: Db, accountId: number, month: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (let number = 0; number < 10 + 2 * month; number++) {
      const at = month * 40 + number;
      const [first, last] = [FIRST[at % FIRST.length]!, LAST[(at * 5 + month) % LAST.length]!];
      const standardFields = { FIRSTNAME: first, LASTNAME: last, CITY: CITIES[at % CITIES.length]! };
      const email = parseEmail(`${first}.${last}.${at}@example.org`.toLowerCase())!;
      const contact = { email, permission: 5 as const, standardFields, customFields: {}, preferences: [] };
      await createContact(transaction, accountId, contact, { source: samples.source, subscriptionPage: undefined });
    }
  });
}

/** Somebody has seen how everything before has ended: the overview begins with what is new. */
async function noteSeen(db: Db, accountId: number): Promise<void> {
  await callAsDemo(db, accountId, async (call) => {
    const { items } = await call('listOutcomes', { unseen: true, page_index: 1, page_size: 50 });
    for (const { id } of items) await call('setOutcomeSeen', { outcomeId: id });
  });
}

async function sendNewsletter(db: Db, accountId: number, subject: string, text: string): Promise<void> {
  await callAsDemo(db, accountId, async (call, context) => {
    const mailingid = await call('createMailing', { name: subject, subject, type: 'regular' });
    await call('setMailingSender', { mailingid, body: 'news@example.com' });
    await call('setMailingTargetGroup', { mailingid, body: EVERYBODY });
    const html = sample(subject, text, { label: 'Read on', address: 'https://shop.example.net/read' });
    await changeContent(context.db, (await findMailing(context.db, accountId, mailingid))!, { html });
    await call('sendMailingNow', { mailingid });
  });
}

/** Takes every mail as a mail server does, and notes the addresses in it. Mailboxes that do not exist are refused. */
class ReadMails implements MailTransport {
  readonly connections = 10;
  readonly mails: { contactId: number; tokens: string[] }[] = [];

  async send(mail: Parameters<MailTransport['send']>[0]) {
    if (hasNoMailbox(mail.contactId))
      return { concerns: 'mail', permanent: true, code: 550, message: '550 5.1.1 User unknown' } as const;
    const text = messageOf(mail).toString('utf8').replaceAll('=\r\n', '');
    const tokens = Array.from(text.matchAll(/https:\/\/demo\.invalid\/[oc]\/([\w-]+)/g), ([, token]) => token!);
    this.mails.push({ contactId: mail.contactId, tokens: [...new Set(tokens)] });
    return undefined;
  }

  async close(): Promise<void> {}
}

/** Works until nothing is due: first what the queue has, then the mails that come out of it. */
async function deliver(db: Db, transport: MailTransport, log: Log): Promise<void> {
  const environment = { transport, publicUrl: ADDRESS, fetch: askNobody, log };
  const task = deliverTask(environment, mailSources(environment), () => {});
  const jobs = jobHandlers(environment, {}, () => {});
  const never = new AbortController().signal;
  for (let busy = true; busy; ) {
    const ran = await runDueJobs(db, jobs, log);
    const sent = await task.run(db, never);
    busy = ran > 0 || sent;
  }
}

async function read(db: Db, accountId: number, { mails }: ReadMails, month: number, log: Log): Promise<void> {
  const verify = tokenVerifier(db);
  const recorder = startRecorder(db, log);
  const sent = Date.now();
  for (const { contactId, tokens } of mails) {
    const { opensAfterMinutes, clicks, unsubscribes, userAgent } = readingOf(contactId, month);
    if (opensAfterMinutes === undefined) continue;
    const contents = (await Promise.all(tokens.map(verify))).filter((each) => each !== undefined);
    const at = new Date(sent + opensAfterMinutes * MINUTE);
    const visit = ({ purpose, mailingId, bearer }: TokenContent, at: Date) =>
      recorder.add({
        ...{ accountId, mailingId, bearer, at, userAgent, format: 'html', network: null },
        ...(typeof purpose === 'object' && { linkId: purpose.link }),
      });
    const pixel = contents.find(({ purpose }) => purpose === 'pixel');
    const links = contents.filter(({ purpose }) => typeof purpose === 'object');
    if (pixel) await visit(pixel, at);
    const link = clicks === undefined ? undefined : links[clicks % links.length];
    if (link) await visit(link, new Date(at.getTime() + MINUTE));
    if (pixel && unsubscribes) {
      const { mailingId } = pixel;
      await callAsDemo(db, accountId, (call) => call('unsubscribeContact', { id: contactId, mailingId, reason: [] }));
    }
  }
  await recorder.close();
}
