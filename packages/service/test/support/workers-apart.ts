import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import { countingSink } from './counting-sink.ts';
import { emptyServerDatabase } from './database.ts';
import { freshDirectory, runMailwright, startService } from './process.ts';
import { trusting } from './trust.ts';

type Closers = (() => Promise<unknown>)[];

/** An API process without a worker on a PostgreSQL server, and what starts workers beside it, all to be closed by `closers`. */
export async function startWorkersApart(closers: Closers, { key, connections }: { key: string; connections: number }) {
  const { config, remove } = await emptyServerDatabase();
  closers.push(remove);
  const sink = await countingSink();
  closers.push(sink.close);
  const dataDir = freshDirectory();
  const place = ['--database', config.databaseUrl];
  const service = await startService(dataDir, [...place, '--no-worker', '--key', key]);
  closers.push(async () => {
    service.child.kill('SIGTERM');
    await service.ended;
  });
  const startWorker = async () => {
    const smtp = ['--smtp', `${sink.url}?maxConnections=${connections}`];
    const url = ['--public-url', 'https://news.example.com'];
    const worker = runMailwright(['work', '--data', freshDirectory(), ...place, ...smtp, ...url]);
    closers.push(async () => {
      worker.child.kill('SIGTERM');
      await worker.ended;
    });
    await worker.printed(/The worker is running/);
    return worker;
  };
  const certificate = join(dataDir, 'tls', 'certificate.pem');
  const client = createClient({ baseUrl: service.baseUrl, apiKey: key, fetch: trusting(certificate) });
  return { config, place, client, sink, startWorker };
}
