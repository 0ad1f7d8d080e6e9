import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownIdentity } from '../../../../packages/service/src/platform/http/certificate.ts';
import { type Figure, median, medianRatio, takeTurns } from '../bench.ts';
import { type BenchServer, startServer } from '../load/servers.ts';
import { type Connections, openConnections } from '../load/sockets.ts';
import { key } from '../servers/pages.ts';

const fields = ['name', 'state', 'type', 'scheduleTime'].map((field) => `fields=${field}`).join('&');
const path = `/1.0/mailings/filter/states?states=draft&${fields}&page_size=100`;
const headers = { authorization: `Bearer ${key}` };
/** Headers that the stub makes; the bare server sends the same. */
const copied = ['content-type', 'x-items', 'x-pages', 'link', 'x-request-id'];
const connections = 32;
/** Many short turns, so that whatever else the machine does meets all servers alike. */
const rounds = 6;
const milliseconds = 300;
/** Times that all servers are started: now and then a process is slower than others like it, from start to end. */
const starts = 3;
/** Before the first turn, so that what is compiled while it runs is compiled. */
const warmUpMilliseconds = 1500;

/** A server that is measured in turn with others. */
interface Row {
  name: string;
  server: string;
  args: string[];
  /** Least share of the baseline's requests per second. */
  target?: number;
}

/**
 * The stub, with authentication, validation and encoding of a page, against a bare Fastify that sends the same headers
 * and bytes from a prepared text. Each server is a process of its own; the load comes from this one over 32 kept-alive
 * connections, one request at a time on each. Beside it, against the same baseline: the stub on a server of Node's own,
 * the stub with a document encoded beforehand, bare Fastify that calls JSON.stringify for each answer or has a prepared
 * Buffer, and two libraries that check requests by the JSON twin of the description and send the same page as JSON.
 */
export async function serverStubBench(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const overTls: Row[][] = [];
  for (const [size, items, target] of [
    ['100-items', 100, 0.85],
    ['1-kB', 4, 0.8],
  ] as const) {
    const page = ['--items', String(items)];
    const answer = ['--answer', await answerFile(page)];
    const bare = { name: `bare-fastify-${size}`, server: 'bare-fastify', args: answer };
    const stub = { name: `server-stub-${size}`, server: 'stub', args: page };
    const onNode = { name: `${stub.name}-on-node`, server: 'stub-node', args: page };
    const prepared = { name: `${stub.name}-not-encoded`, server: 'stub', args: [...page, '--prepared'] };
    const others: Row[] = [
      { name: `bare-fastify-stringify-${size}`, server: 'bare-fastify', args: [...page, ...answer, '--stringify'] },
      { name: `bare-fastify-buffer-${size}`, server: 'bare-fastify', args: [...answer, '--buffer'] },
      { name: `fastify-openapi-glue-${size}`, server: 'fastify-openapi-glue', args: page },
      { name: `express-openapi-validator-${size}`, server: 'express-openapi-validator', args: page },
    ];
    figures.push(...(await compare([bare, { ...stub, target }, { ...onNode, target }, prepared, ...others])));
    overTls.push([bare, stub, onNode, prepared]);
  }
  // At last: a load that has been through TLS is slower ever after, and would leave the quicker servers idle.
  for (const rows of overTls) figures.push(...(await compareOverTls(rows)));
  return figures;
}

/** What the stub answers, for the bare server to send. */
async function answerFile(page: string[]): Promise<string> {
  const stub = await startServer('stub', page);
  const answer = await fetch(`http://127.0.0.1:${stub.port}${path}`, { headers });
  const kept = Object.fromEntries(copied.map((header) => [header, answer.headers.get(header)]));
  const file = join(mkdtempSync(join(tmpdir(), 'mailwright-bench-')), 'answer.json');
  writeFileSync(file, JSON.stringify({ headers: kept, body: await answer.text() }));
  stub.stop();
  return file;
}

async function compareOverTls(rows: Row[]): Promise<Figure[]> {
  const { key: privateKey, cert } = await ownIdentity(mkdtempSync(join(tmpdir(), 'mailwright-bench-')));
  const tls = ['--tls', JSON.stringify({ key: privateKey, cert })];
  return compare(
    rows.map((row) => ({ ...row, name: `${row.name}-https`, args: [...row.args, ...tls] })),
    true,
  );
}

/** Measures all against the first. */
async function compare(rows: Row[], secure = false): Promise<Figure[]> {
  const measured: Measured[][][] = [];
  for (let start = 0; start < starts; start++) measured.push(await inTurns(rows, secure));
  return rows.slice(1).map(({ name, target }, at) => {
    const ratios = measured.map((turns) => medianRatio(turns[at + 1]!.map(perSecond), turns[0]!.map(perSecond)));
    const of = (row: number) => measured.flatMap((turns) => turns[row]!);
    return {
      name,
      ratio: median(ratios),
      target: target === undefined ? null : { bound: 'at least', value: target },
      detail: `${describe(of(at + 1))} against ${describe(of(0))}`,
    };
  });
}

/** What is measured of each server, turn by turn. */
async function inTurns(rows: Row[], secure: boolean): Promise<Measured[][]> {
  const servers = await Promise.all(rows.map(({ server, args }) => startServer(server, args)));
  const loads = await Promise.all(
    servers.map(({ port }) => openConnections({ port, secure, path, headers }, connections)),
  );
  try {
    for (const load of loads) await load.answersWithin(warmUpMilliseconds);
    const turns = servers.map((server, at) => () => measure(server, loads[at]!));
    return await takeTurns(rounds, turns);
  } finally {
    for (const load of loads) load.close();
    for (const server of servers) server.stop();
  }
}

interface Measured {
  perSecond: number;
  cpuMicroseconds: number;
}

async function measure({ cpuMicroseconds }: BenchServer, { answersWithin }: Connections): Promise<Measured> {
  const before = await cpuMicroseconds();
  const { answers, seconds } = await answersWithin(milliseconds);
  return { perSecond: answers / seconds, cpuMicroseconds: ((await cpuMicroseconds()) - before) / answers };
}

const perSecond = (measured: Measured): number => measured.perSecond;

function describe(measured: Measured[]): string {
  const cpu = median(measured.map(({ cpuMicroseconds }) => cpuMicroseconds));
  return `${median(measured.map(perSecond)).toFixed(0)} requests/s (${cpu.toFixed(1)} µs of CPU each)`;
}
