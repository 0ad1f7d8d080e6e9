import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { alternate, type Figure } from '../bench.ts';
import { copyIntoServer, insertIntoEmbedded } from '../contacts/bare.ts';
import { csvOf, inChunks, people, xmlOf } from '../contacts/people.ts';
import { synchronize } from '../contacts/synchronize.ts';
import { startPostgres } from '../load/postgres.ts';
import { runCommand, startService } from '../load/service.ts';

const count = 200_000;
const rounds = 3;

/** 200,000 new contacts into PostgreSQL, by `POST /contacts` in bodies of 10,000 and by the import command, against COPY. */
export async function contactsImportServerBench(): Promise<Figure[]> {
  const contacts = people(count);
  const bodies = Array.from(inChunks(contacts, 10_000), xmlOf);
  const postgres = await startPostgres();
  const client = new pg.Client(postgres.url);
  const place = ['--database', postgres.url];
  const service = await startService(place);
  try {
    await client.connect();
    const { rows } = await client.query('select id from account');
    const accountId = Number(rows[0].id);
    const emptied = async (load: () => Promise<number>) => {
      await client.query('truncate contact cascade');
      return count / (await load());
    };
    const bare = () => emptied(() => copyIntoServer(client, accountId, contacts));
    const file = join(service.dataDir, 'contacts.csv');
    writeFileSync(file, csvOf(contacts));
    const xml = await alternate(rounds, () => emptied(() => synchronize(service, bodies)), bare);
    const csv = await alternate(rounds, () => emptied(() => runCommand(['import', file, ...place])), bare);
    return [
      figure('contacts-import-server xml', xml, 0.15, 'COPY'),
      figure('contacts-import-server csv', csv, 0.35, 'COPY'),
    ];
  } finally {
    await client.end();
    await service.stop();
    await postgres.stop();
  }
}

/** The same into the embedded database, against bare inserts in batches. */
export async function contactsImportEmbeddedBench(): Promise<Figure[]> {
  const contacts = people(count);
  const bodies = Array.from(inChunks(contacts, 10_000), xmlOf);
  const bare = async () => count / (await insertIntoEmbedded(contacts));
  const byXml = async () => {
    const service = await startService();
    try {
      return count / (await synchronize(service, bodies));
    } finally {
      await service.stop();
    }
  };
  const byCsv = async () => {
    const service = await startService();
    try {
      const file = join(service.dataDir, 'contacts.csv');
      writeFileSync(file, csvOf(contacts));
      return count / (await runCommand(['import', file, '--data', service.dataDir]));
    } finally {
      await service.stop();
    }
  };
  const xml = await alternate(rounds, byXml, bare);
  const csv = await alternate(rounds, byCsv, bare);
  return [
    figure('contacts-import-embedded xml', xml, 0.25, 'batch insert'),
    figure('contacts-import-embedded csv', csv, 0.35, 'batch insert'),
  ];
}

function figure(
  name: string,
  { subject, baseline, ratio }: Awaited<ReturnType<typeof alternate>>,
  least: number,
  bare: string,
): Figure {
  const detail = `${subject.toFixed(0)} contacts/s against ${baseline.toFixed(0)} by bare ${bare}, ${count} new ones`;
  return { name, ratio, target: { bound: 'at least', value: least }, detail };
}
