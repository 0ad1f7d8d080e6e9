import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Cluster } from './cluster.ts';
import { type Trouble, troubles } from './events.ts';
import { Installation } from './installation.ts';
import { faultsOf, judge, type Verdict } from './judge.ts';
import { recipientsOf, startSendout, timingSink, Writers } from './load.ts';
import { findPrograms } from './programs.ts';
import { tableOf } from './table.ts';

const help = `npm run failover [-- --seeds N --seed N --proxy on|off|both --json]

Runs Mailwright (two processes with the API, two workers) on PostgreSQL with three nodes under Patroni, etcd and HAProxy, on
this machine, as Debian has them. For each seed one thing after the other goes wrong while contacts are created and a sendout
runs. Ends with a table, and with status 1 if anything acknowledged is lost, anybody skipped, more mails doubled than there
are connections, or if it takes more than 5 seconds after a promotion until it goes on.

  --seeds N      how many orders of events (default 1)
  --seed N       the first of them (default 1), to repeat one
  --proxy WHICH  connect through HAProxy (on), to all nodes (off), or both in turn (default)
  --people N     recipients of each sendout (default 4000)
  --json         prints one JSON object for each event
`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    proxy: { type: 'string', default: 'both' },
    people: { type: 'string', default: '4000' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
/** To the mail server, of all workers. */
const connections = 10;
const workers = 2;

export interface Outcome extends Verdict {
  event: string;
  proxy: boolean;
  seed: number;
  faults: string[];
}

if (values.help) console.log(help);
else await run();

async function run(): Promise<void> {
  const programs = findPrograms();
  const ways = { on: [true], off: [false], both: [true, false] }[values.proxy];
  if (!ways) throw new Error('--proxy takes on, off or both');
  const directory = mkdtempSync(join(tmpdir(), 'mailwright-failover-'));
  const say = (text: string) => process.stderr.write(`${text}\n`);
  say('Starting etcd, three nodes of PostgreSQL and HAProxy');
  const cluster = await Cluster.start(programs, directory);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void cluster.stop().finally(() => process.exit(1)));
  const outcomes: Outcome[] = [];
  const missing = { disks: cluster.withoutDisks, cuts: cluster.withoutCuts };
  const possible = troubles.filter(({ needs }) => needs === undefined || missing[needs] === undefined);
  for (const { name, needs } of troubles) {
    if (needs && missing[needs] !== undefined) say(`Left out: ${name}, because ${missing[needs]}`);
  }
  try {
    for (const [index, proxy] of ways.entries()) {
      const sink = await timingSink();
      const place = mkdtempSync(join(tmpdir(), 'mailwright-failover-service-'));
      const smtp = `${sink.url}?maxConnections=${connections / workers}`;
      const installation = await Installation.start(place, cluster.url(proxy), smtp);
      const { client } = installation.apis[0]!;
      if (index === 0) {
        const body = people().map((email) => ({ email }));
        await client.contacts.synchronize({ body, permission: 5 }).orThrow();
      }
      for (let count = 0; count < Number(values.seeds); count++) {
        const seed = Number(values.seed) + count;
        for (const trouble of shuffled(possible, seed)) {
          const outcome = await tryOut(trouble, { cluster, installation, sink, proxy, seed });
          outcomes.push(outcome);
          if (values.json) console.log(JSON.stringify(outcome));
          const total = ways.length * Number(values.seeds) * possible.length;
          const verdict = outcome.faults.length > 0 ? outcome.faults.join('; ') : 'went well';
          say(
            `[${outcomes.length}/${total}] seed ${seed}, ${proxy ? 'HAProxy' : 'all nodes'}, ${trouble.name}: ${verdict}`,
          );
        }
      }
      await installation.stop();
      await sink.close();
      rmSync(place, { recursive: true, force: true });
    }
  } finally {
    await cluster.stop();
  }
  if (cluster.copiedAnew > 0) say(`Copied anew, because they could not follow: ${cluster.copiedAnew} nodes`);
  if (!values.json) console.log(tableOf(outcomes));
  process.exit(outcomes.some(({ faults }) => faults.length > 0) ? 1 : 0);
}

interface Stage {
  cluster: Cluster;
  installation: Installation;
  sink: Awaited<ReturnType<typeof timingSink>>;
  proxy: boolean;
  seed: number;
}

async function tryOut(trouble: Trouble, { cluster, installation, sink, proxy, seed }: Stage): Promise<Outcome> {
  await cluster.healthy();
  sink.forget();
  const name = `${trouble.name} ${proxy} ${seed}`.replaceAll(' ', '-');
  const clients = installation.apis.map(({ client }) => client);
  const writers = new Writers(clients, name);
  const mailing = await startSendout(clients[0]!, name);
  const share = 0.1 + 0.4 * random(seed, trouble.name.length);
  await sink.reach(Math.floor(share * Number(values.people)));
  const { began, promoted } = await trouble.happen(cluster, installation);
  // Not only those that the database knows: a failover could have lost some.
  const recipients = [...new Set([...(await recipientsOf(cluster, mailing)), ...people()])];
  await writers.stop();
  const rows = await cluster.ask<{ email: string }>('select email from contact where email like $1', [`${name}-%`]);
  const verdict = judge({
    ...{ began, promoted, recipients, mails: sink.mails, refused: writers.refused },
    ...{ acknowledged: writers.acknowledged, stored: new Set(rows.map(({ email }) => email)) },
  });
  return {
    event: trouble.name,
    proxy,
    seed,
    ...verdict,
    faults: faultsOf(verdict, connections * ((trouble.workers ?? workers) / workers)),
  };
}

function people(): string[] {
  return Array.from({ length: Number(values.people) }, (_, number) => `person-${number}@example.org`);
}

/** A number below 1 that the seed decides. */
function random(seed: number, step: number): number {
  const value = Math.sin(seed * 12.9898 + step * 78.233) * 43_758.5453;
  return value - Math.floor(value);
}

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  return items
    .map((item, index) => ({ item, key: random(seed, index + 1) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
