import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { loadContract } from '../../src/contract/contract.ts';
import { type Exchange, header } from '../../src/exchange/exchange.ts';
import { waitUntilReachable } from '../../src/exchange/reachable.ts';
import { createSender } from '../../src/exchange/send.ts';
import { judge } from '../../src/judge/judge.ts';
import { startProxy } from '../../src/proxy/proxy.ts';
import { type CorpusEntry, corpus } from './corpus.ts';
import { compareStates, countFindings, foundDefects, type Measured, runAgainst } from './measure.ts';
import type { CorpusService } from './service.ts';

/**
 * Prints the kit beside Dredd and a validating Prism proxy, on services that none of them has seen. They are installed into a
 * temporary folder, or taken from the folder in `CONTRACT_RIVALS`; the package itself does not depend on them. `-- NAME` runs them on
 * one service alone.
 */
const RIVALS = ['dredd@14.1.0', '@stoplight/prism-cli@5.16.0'];
const scratch = mkdtempSync(join(tmpdir(), 'contract-rivals-'));
const rivals = process.env.CONTRACT_RIVALS ?? installRivals();

function installRivals(): string {
  writeFileSync(join(scratch, 'package.json'), '{}');
  execFileSync('npm', ['install', ...RIVALS, '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: scratch });
  return scratch;
}

/** One run of a tool. */
interface Run {
  /** Findings, each beginning with its operation. */
  findings: string[];
  /** Findings on exchanges that keep the description. */
  falseAlarms: number;
  reached: number;
  documented: number;
  harm: Pick<Measured, 'harmed' | 'unlisted'>;
}

type Seen = { exchange: Exchange; operation: string | undefined; breaches: number };
type Tool = (proxied: CorpusService, file: string, seen: Seen[]) => Promise<Pick<Run, 'findings' | 'falseAlarms'>>;

/** Runs a tool through a proxy that counts what is reached, the same way for all. */
async function runTool(tool: Tool, entry: CorpusEntry, defects: boolean): Promise<Run> {
  const service = await entry.start({ defects });
  const sender = createSender({ timeout: 10_000, keepAlive: false });
  const file = join(scratch, `${entry.name}.json`);
  writeFileSync(file, JSON.stringify(service.description));
  const contract = await loadContract(file);
  const seen: Seen[] = [];
  const proxy = await startProxy({
    baseUrl: service.url,
    sender,
    port: 0,
    async take(_, { exchange }) {
      if (!exchange) return;
      const { operation, findings } = await judge(contract, service.url, exchange);
      const breaches = findings.filter(({ level }) => level === 'error').length;
      seen.push({ exchange, operation: operation?.id, breaches });
    },
  });
  try {
    const before = await service.state();
    const told = await tool({ ...service, url: proxy.url }, file, seen);
    const harm = compareStates(before, await service.state(), () => false);
    const pairs = contract.model.operations.flatMap(({ id, responses }) =>
      responses.filter(({ status }) => status !== 'default').map(({ status }) => `${id} ${status}`),
    );
    const met = new Set(seen.map(({ exchange, operation }) => `${operation} ${exchange.response.status}`));
    const reached = pairs.filter((pair) => met.has(pair)).length;
    return { ...told, reached, documented: pairs.length, harm };
  } finally {
    await proxy.close();
    sender.close();
    await service.close();
  }
}

/**
 * Dredd sends a request for each documented status, as it is described, and wants that status. It refuses parameters of paths without
 * an example, so that it is given the id of something that is there.
 */
const runDredd: Tool = async (service, described, seen) => {
  const file = `${described}.dredd.json`;
  writeFileSync(
    file,
    JSON.stringify(service.description, (_, node) => (node?.in === 'path' ? { ...node, example: '1' } : node)),
  );
  const args = [join(rivals, 'node_modules/dredd/bin/dredd'), file, service.url, '--loglevel=error'];
  const output = await outputOf(args);
  // It tells each failure twice, when it happens and at the end.
  const failures = [...new Set(output.match(/fail: \w+ \(\d+\) \S+ (?=duration)/g))];
  if (!/complete: /.test(output))
    throw new Error(/error: (.*)/s.exec(output)?.[1]?.replace(/\S*\//g, '').replace(/\s+/g, ' ') ?? 'ended early');
  const told = failures.map((failure) => {
    const [, method, wanted, path = ''] = /: (\w+) \((\d+)\) (\S+)/.exec(failure)!;
    const own = seen.filter(({ exchange: { request } }) => {
      const { pathname, search } = new URL(request.url);
      return request.method === method && (pathname + search).endsWith(path);
    });
    return {
      finding: `${own[0]?.operation}: ${wanted} expected`,
      isFalse: own.every(({ breaches }) => breaches === 0),
    };
  });
  return { findings: told.map(({ finding }) => finding), falseAlarms: told.filter(({ isFalse }) => isFalse).length };
};

async function outputOf(args: string[]): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: scratch, stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000 });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  await once(child, 'close');
  return stripVTControlCharacters(output);
}

interface Violation {
  location: string[];
  code?: string | number;
  message: string;
}

/** A Prism proxy sends nothing of its own: it is given the requests of the kit, which are more than most tests send. */
const runPrism: Tool = async (service, file) => {
  const port = await freePort();
  const args = [join(rivals, 'node_modules/@stoplight/prism-cli/dist/index.js'), 'proxy', file, service.url];
  const child = spawn(process.execPath, [...args, '--port', String(port)], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const contract = await loadContract(file);
  const findings: string[] = [];
  let falseAlarms = 0;
  const sender = createSender({ timeout: 10_000, keepAlive: false });
  const proxy = await startProxy({
    baseUrl: url,
    sender,
    port: 0,
    async take(_, { exchange }) {
      const told = exchange && header(exchange.response.headers, 'sl-violations');
      if (!told) return;
      const answers = (JSON.parse(told) as Violation[]).filter(({ location }) => location[0] === 'response');
      const { operation, findings: own } = await judge(contract, url, exchange);
      const lines = answers.map(({ location, message }) => `${operation?.id}: ${location.join('.')}: ${message}`);
      const news = lines.map((line) => line.replace(/\d+/g, '0')).filter((line) => !findings.includes(line));
      findings.push(...new Set(news));
      if (own.every(({ level }) => level !== 'error')) falseAlarms += new Set(news).size;
    },
  });
  try {
    await waitUntilReachable(url, 60_000);
    await runAgainst({ ...service, url: proxy.url }, file, { seed: 'rivals' });
    return { findings, falseAlarms };
  } finally {
    await proxy.close();
    sender.close();
    child.kill();
    await once(child, 'close');
  }
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** Planted faults that are told of at the operation that has them; more is not asked of a message. */
function foundAt({ defects }: CorpusEntry, good: Run, faulty: Run): number {
  const news = faulty.findings.filter((line) => !good.findings.includes(line));
  return defects.filter(({ shownBy }) => {
    const [operation = ''] = shownBy.source.split('.*');
    return news.some((line) => new RegExp(operation, shownBy.flags).test(line));
  }).length;
}

async function row(entry: CorpusEntry, name: string, tool: Tool): Promise<string[]> {
  try {
    const [good, faulty] = [await runTool(tool, entry, false), await runTool(tool, entry, true)];
    const defects = `${foundAt(entry, good, faulty)} of ${entry.defects.length}`;
    const sum = (part: 'harmed' | 'unlisted') => String(good.harm[part].length + faulty.harm[part].length);
    const reached = `${Math.round((good.reached / good.documented) * 100)} %`;
    const told = [String(good.findings.length), String(good.falseAlarms)];
    return [entry.name, name, reached, defects, ...told, sum('harmed'), sum('unlisted')];
  } catch (error) {
    return [entry.name, name, `refuses: ${(error as Error).message.slice(0, 160)}`];
  }
}

/** The kit, by its own report. */
async function kitRow(entry: CorpusEntry): Promise<string[]> {
  const runs: Measured[] = [];
  const runKit: Tool = async (service, file) => {
    runs.push(await runAgainst(service, file, { seed: 'rivals' }));
    return { findings: [], falseAlarms: 0 };
  };
  const [, , reached = ''] = await row(entry, 'this kit', runKit);
  const [good, faulty] = runs as [Measured, Measured];
  const counts = countFindings(good.report);
  const sum = (part: 'harmed' | 'unlisted') => String(runs.reduce((all, run) => all + run[part].length, 0));
  const found = `${foundDefects(entry, good.report, faulty.report).length} of ${entry.defects.length}`;
  const told = [String(counts.true + counts.strict + counts.noise), String(counts.strict + counts.noise)];
  return [entry.name, 'this kit', reached, found, ...told, sum('harmed'), sum('unlisted')];
}

console.log('| Service | tool | statuses reached | defects | findings | false alarms | harmed | left, not listed |');
console.log('|---|---|---|---|---|---|---|---|');
const names = process.argv.slice(2);
const here = corpus.filter(
  ({ name, missing }) => missing?.() === undefined && (names.length === 0 || names.includes(name)),
);
for (const entry of here)
  for (const cells of [await kitRow(entry), await row(entry, 'Dredd', runDredd), await row(entry, 'Prism', runPrism)])
    console.log(`| ${cells.join(' | ')} |`);
rmSync(scratch, { recursive: true });
