import { generateKeyPairSync } from 'node:crypto';
import { Agent, get } from 'node:https';
import { openServiceDatabase } from '../../../../packages/service/src/app/compose.ts';
import { signingTransport } from '../../../../packages/service/src/sending/dkim/transport.ts';
import { type MailTransport, messageOf } from '../../../../packages/service/src/sending/mail/transport.ts';
import { smtpTransport } from '../../../../packages/service/src/sending/smtp/transport.ts';
import { inChunks, people, xmlOf } from '../contacts/people.ts';
import { synchronize } from '../contacts/synchronize.ts';
import { startPostgres } from '../load/postgres.ts';
import { startService } from '../load/service.ts';
import { createAudience, createMailing, sendOut } from '../sending/mailing.ts';
import { startSink } from '../sending/start-sink.ts';
import type { UnitCosts } from './model.ts';
import { costOf, cpuMillis } from './spent.ts';

const connections = 20;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/**
 * Measures on a PostgreSQL server of its own what a contact, a mail, an opening and a click cost: contacts come by
 * `POST /contacts`, mails are signed newsletters with 20 tracked links, openings and clicks come over HTTPS.
 */
export async function measureCosts(count: number, progress: (what: string) => void): Promise<UnitCosts> {
  const postgres = await startPostgres();
  const service = await startService(['--database', postgres.url, '--no-worker']);
  const { kysely: db, close } = await openServiceDatabase({ databaseUrl: postgres.url });
  const sink = await startSink();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const smtp = smtpTransport(`${sink.url}?maxConnections=${connections}`);
  const transport = signingTransport(smtp, () => [{ domain: 'example.com', selector: 'bench', privateKey }]);
  try {
    const ofService = () => cpuMillis(service.pid);
    progress('contacts');
    const bodies = Array.from(inChunks(people(count), 10_000), xmlOf);
    const contact = await costOf(db, ofService, async () => {
      await synchronize(service, bodies, '?permission=5');
      return count;
    });
    const { id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
    const { group } = await createAudience(db, 0, id);

    progress('mails');
    const seen = { pixels: [] as string[], links: [] as string[] };
    await sendOut(db, id, await createMailing(db, id, group), reading(transport, seen));
    const mailing = await createMailing(db, id, group);
    const ownMillis = () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    };
    const mail = await costOf(db, ownMillis, async () => {
      await sendOut(db, id, mailing, transport);
      return count;
    });

    const { origin } = new URL(service.baseUrl);
    const visits = (table: 'opening' | 'click', urls: string[]) =>
      costOf(db, ofService, async () => {
        await visitAll(urls.map((url) => url.replace('https://news.example.com', origin)));
        for (let stored = 0; stored < urls.length; )
          ({ stored } = await db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('stored'))
            .executeTakeFirstOrThrow());
        return urls.length;
      });
    progress('openings');
    const opening = await visits('opening', seen.pixels);
    progress('clicks');
    const click = await visits('click', seen.links);
    return { contact, mail, opening, click };
  } finally {
    await transport.close();
    await sink.stop();
    await close();
    await service.stop();
    await postgres.stop();
  }
}

/** Notes the pixel and the first link of each mail. */
function reading(transport: MailTransport, seen: { pixels: string[]; links: string[] }): MailTransport {
  return {
    ...transport,
    send: (mail) => {
      const text = messageOf(mail).toString('latin1').replaceAll('=\r\n', '').replaceAll('=3D', '=');
      seen.pixels.push(/https:\/\/news\.example\.com\/o\/[^"\s]+/.exec(text)![0]);
      seen.links.push(/https:\/\/news\.example\.com\/c\/[^"\s]+/.exec(text)![0]);
      return transport.send(mail);
    },
  };
}

async function visitAll(urls: readonly string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, rejectUnauthorized: false });
  const headers = { 'user-agent': firefox };
  const rest = urls.values();
  const visit = (url: string) =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent, headers }, (response) => {
        response.resume().on('end', resolve);
        if (response.statusCode! >= 400) reject(new Error(`${url} was answered ${response.statusCode}`));
      }).on('error', reject);
    });
  const visitor = async () => {
    for (const url of rest) await visit(url);
  };
  await Promise.all(Array.from({ length: connections }, visitor));
  agent.destroy();
}
