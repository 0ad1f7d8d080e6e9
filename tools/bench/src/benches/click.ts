import { insertAccount } from '../../../../packages/service/src/account/index.ts';
import { openServiceDatabase } from '../../../../packages/service/src/app/compose.ts';
import { insertMailing } from '../../../../packages/service/src/mailings/index.ts';
import {
  registerPlan,
  signingKey,
  trackedAddresses,
  trackingPlan,
} from '../../../../packages/service/src/tracking/index.ts';
import { type Figure, medianRatio, takeTurns } from '../bench.ts';
import { startBare } from '../load/bare.ts';
import { startPostgres } from '../load/postgres.ts';
import { askForRedirects, type Redirects } from '../load/redirects.ts';
import { freshDirectory, startService } from '../load/service.ts';

type Config = Parameters<typeof openServiceDatabase>[0];

const bareRedirect = new URL('../load/bare-redirect.ts', import.meta.url);
const rounds = 5;
const load = { connections: 64, milliseconds: 3000 };
const contacts = 500;
const links = 20;

/** A click with its event stored, against a bare node:https server that answers 302; PostgreSQL. */
export async function clickServerBench(): Promise<Figure[]> {
  const { url, stop } = await startPostgres();
  try {
    const dataDir = freshDirectory();
    return await measure('click', { databaseUrl: url }, ['--database', url], dataDir);
  } finally {
    await stop();
  }
}

/** The same with the embedded database. */
export async function clickEmbeddedBench(): Promise<Figure[]> {
  const dataDir = freshDirectory();
  return measure('click-embedded', { dataDir }, [], dataDir);
}

async function measure(name: string, config: Config, options: string[], dataDir: string): Promise<Figure[]> {
  const pathsOf = await prepare(config);
  const service = await startService(options, dataDir);
  const bare = await startBare(bareRedirect, service.dataDir);
  try {
    const urls = pathsOf(new URL(service.baseUrl).origin);
    const [subject, baseline] = (await takeTurns(rounds, [
      () => askForRedirects({ ...load, urls }),
      () => askForRedirects({ ...load, urls: [bare.url] }),
    ])) as [Redirects[], Redirects[]];
    const perSecond = (all: Redirects[]) => all.map((one) => one.perSecond);
    const ratio = medianRatio(perSecond(subject), perSecond(baseline));
    const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;
    const p99 = middle(subject.map((one) => one.p99));
    const barely = middle(baseline.map((one) => one.p99));
    const detail =
      `${middle(perSecond(subject)).toFixed(0)} clicks/s, p99 ${p99.toFixed(1)} ms, against ` +
      `${middle(perSecond(baseline)).toFixed(0)}, p99 ${barely.toFixed(1)} ms, over ${load.connections} connections`;
    return [{ name, ratio, target: { bound: 'at least', value: 0.35 }, detail }];
  } finally {
    bare.stop();
    await service.stop();
  }
}

/** A mailing with links to many contacts; gives the addresses of all of them below an origin. */
async function prepare(config: Config): Promise<(origin: string) => string[]> {
  const { kysely: db, close } = await openServiceDatabase(config);
  const account = await insertAccount(db, { name: 'Bench', domain: 'example.org' });
  const about = { name: 'Clicks', subject: 'x', type: 'regular', creator: 'bench' } as const;
  const mailingId = (await insertMailing(db, account, about))!;
  const html = Array.from({ length: links }, (_, at) => `<a href="https://shop.example.com/${at}">x</a>`).join('');
  const plan = trackingPlan('single-recipient', { html, text: null });
  const ids = (await db.transaction().execute((transaction) => registerPlan(transaction, account, mailingId, plan)))
    .html;
  const rows = Array.from({ length: contacts }, () => ({ account_id: account }));
  const people = await db.insertInto('contact').values(rows).returning('id').execute();
  const key = await signingKey(db, account);
  await close();
  return (publicUrl) =>
    people.flatMap(({ id }) => {
      const tracked = trackedAddresses({ publicUrl, key, mailingId }, { recipientId: id, contactId: id });
      return ids.map((_, at) => tracked.link(ids, at));
    });
}
