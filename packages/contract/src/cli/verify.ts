import { randomUUID } from 'node:crypto';
import type { Operation } from '@mailwright/codegen/description';
import { Command } from 'commander';
import { loadContract } from '../contract/contract.ts';
import { placesOf } from '../contract/places.ts';
import { waitUntilReachable } from '../exchange/reachable.ts';
import { createSender, type Sender } from '../exchange/send.ts';
import { InputError } from '../input-error.ts';
import { loadPreconditions } from '../preconditions/load.ts';
import { NO_PRECONDITIONS } from '../preconditions/preconditions.ts';
import { startProxy } from '../proxy/proxy.ts';
import { buildReport } from '../report/build.ts';
import { textReport } from '../report/text.ts';
import { parseWanted, writeReport } from '../report/write.ts';
import type { Left } from '../run/left.ts';
import { UNSTATED_RULES, type VerifyOptions } from '../run/options.ts';
import { isBreach, type Record, type Untried } from '../run/record.ts';
import { selected } from '../run/selection.ts';
import { verify } from '../run/verify.ts';
import type { Target } from '../test-cases/request.ts';
import { NO_CORPUS, readCorpus } from '../values/corpus.ts';
import { coloured } from './coloured.ts';
import { askConsent, consequences } from './consent.ts';
import {
  authorization,
  readHeader,
  readLimitedKey,
  readPem,
  readPercent,
  readPort,
  readQuery,
  readUnstatedRule,
  readUrl,
} from './options.ts';
import { showProgress } from './progress.ts';

interface Options {
  target: string;
  auth?: string;
  header?: string[];
  query?: string[];
  limitedAuth?: string[];
  plain?: string;
  reduced?: string;
  preconditions?: string;
  corpus?: string;
  ca?: string;
  insecure?: boolean;
  concurrency: string;
  prefer?: boolean;
  strict?: boolean;
  useExisting?: boolean;
  seed?: string;
  yes?: boolean;
  keep?: boolean;
  only?: string[];
  skip?: string[];
  without?: string[];
  proxy?: boolean;
  port: string;
  report?: string[];
  minCoverage: string;
}

const names = (value: string, before: string[] = []) => [...before, ...value.split(',').map((name) => name.trim())];
const several = (value: string, before: string[] = []) => [...before, value];
const TIMEOUT = 60_000;
/** The first ends a run in order, the second at once. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** How long a service may take to start. */
const PATIENCE = 15_000;

export function verifyCommand(): Command {
  return new Command('verify')
    .description('Tests every operation of a running service with every documented status')
    .argument('<openapi>', 'the description: OpenAPI 3.0 or 3.1, YAML or JSON')
    .requiredOption('--target <url>', 'base URL of the service, such as https://example.com/1.0')
    .option('--auth <value>', 'value of the Authorization header, with a key that has all rights')
    .option('--header <name: value>', 'additional header of every request; can be repeated', several)
    .option(
      '--query <name=value>',
      'query parameter of every request, for API keys in the query; can be repeated',
      several,
    )
    .option(
      '--limited-auth <rights: value>',
      'a key with only these rights, such as "get: Bearer abc"; can be repeated',
      several,
    )
    .option('--plain <url>', 'base URL of the service without TLS, to test the 403 of plain HTTP')
    .option('--reduced <url>', 'base URL of a service in which optional parts are disabled')
    .option('--preconditions <dir>', 'directory of preconditions: data that must exist for a status')
    .option('--corpus <dir>', 'directory of valid values, <Schema>/<case>.json')
    .option('--ca <file>', 'certificate to trust, in PEM format')
    .option('--insecure', 'accepts any certificate')
    .option('--concurrency <n>', 'number of operations tested concurrently', '8')
    .option('--prefer', 'the target is a mock server: requests each status with "Prefer: code"')
    .option('--only <name,…>', 'tests only these operations or groups; * matches any characters', names)
    .option('--skip <name,…>', 'skips these operations or groups', names)
    .option(
      '--without <rule,…>',
      `disables rules that descriptions usually do not state: ${UNSTATED_RULES.join(', ')}`,
      names,
    )
    .option('--strict', 'makes errors of warnings: rules that most services break')
    .option('--use-existing', 'also changes and deletes data that existed before')
    .option('--seed <text>', 'repeats the values of an earlier run; by default they are new each time')
    .option('--yes', 'do not ask for confirmation before creating, changing and deleting data')
    .option('--keep', 'keeps what the run creates; by default it is deleted at the end')
    .option('--proxy', 'sends no requests, but runs as a proxy and validates the requests of others')
    .option('--port <n>', 'port of the proxy; 0 selects a free port', '0')
    .option('--report <form=file>', 'junit=…, json=…, html=…, github[=…]; can be repeated', several)
    .option('--min-coverage <percent>', 'fails if fewer of the documented statuses have passed', '0')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

const EXAMPLES = `
Exits with status 0 if the service conforms to its description, otherwise with 1. Examples:

  mailwright-contract verify openapi.yaml --target https://localhost:8443/1.0 --insecure --auth "Bearer $KEY" \\
    --preconditions preconditions --report html=report.html
  mailwright-contract verify openapi.yaml --target https://localhost:8443/1.0 --proxy --port 4020 --report junit=contract.xml
`;

async function run(file: string, options: Options): Promise<void> {
  const started = new Date();
  const wanted = (options.report ?? []).map(parseWanted);
  const minimum = readPercent(options.minCoverage);
  const target = readTarget(options);
  const ca = options.ca === undefined ? {} : { ca: readPem(options.ca, '--ca') };
  const sender = createSender({
    ...ca,
    insecure: options.insecure === true,
    timeout: TIMEOUT,
    keepAlive: !options.proxy,
  });
  const contract = await loadContract(file);
  for (const { pointer, message } of contract.notes) console.error(`Note: ${pointer}: ${message}`);
  const seed = options.seed ?? randomUUID().slice(0, 8);
  const records: Record[] = [];
  const untried: Untried[] = [];
  const left: Left[] = [];
  const sources = {
    contract,
    target,
    sender,
    preconditions: options.preconditions ? loadPreconditions(options.preconditions, contract) : NO_PRECONDITIONS,
    corpus: options.corpus ? readCorpus(options.corpus) : NO_CORPUS,
    operations: selected(contract.model.operations, { only: options.only ?? [], skip: options.skip ?? [] }),
    without: new Set((options.without ?? []).map(readUnstatedRule)),
    concurrency: readConcurrency(options.concurrency),
    prefer: options.prefer === true,
    strict: options.strict === true,
    useExisting: options.useExisting === true,
    seed,
    keep: options.keep === true,
    // A mock has made nothing.
    onLeft: (all: Left[]) => left.push(...(options.prefer ? [] : all)),
    onUntried: (each: Untried) => untried.push(each),
  };
  const warning = consequences(sources.operations, target.baseUrl);
  const asks = !options.yes && !options.proxy && !options.prefer;
  if (warning && asks) await askConsent(warning, process.stdin, process.stderr);
  for (const url of [target.baseUrl, target.reducedUrl]) if (url !== undefined) await waitUntilReachable(url, PATIENCE);
  if (options.proxy) await judgePassing(sources, options, records);
  else await tryAll(sources, records);
  sender.close();

  const milliseconds = Date.now() - started.getTime();
  const report = buildReport(contract, {
    target: target.baseUrl,
    startedAt: started,
    milliseconds,
    records,
    untried,
    left,
    operations: sources.operations,
    places: placesOf(file),
  });
  for (const each of wanted) writeReport(report, each, (text) => process.stdout.write(text));
  process.stdout.write(coloured(textReport(report), process.stdout));
  if (!options.proxy && !options.prefer) console.log(`Seed ${seed}: --seed ${seed} repeats the values of this run.`);
  if (report.coverage.percent < minimum) console.error(`Coverage ${report.coverage.percent} % is below ${minimum} %.`);
  if (report.breaches.length > 0 || report.coverage.percent < minimum) process.exitCode = 1;
}

type Sources = Omit<VerifyOptions, 'onRecord' | 'onOperation' | 'sender' | 'operations'> & {
  sender: Sender;
  operations: readonly Operation[];
};

async function tryAll(sources: Sources, records: Record[]): Promise<void> {
  const progress = showProgress(process.stderr);
  const total = sources.operations.length;
  let done = 0;
  let breaches = 0;
  const stop = new AbortController();
  const interrupt = () => {
    stop.abort();
    for (const signal of SIGNALS) process.off(signal, interrupt);
    process.exitCode = 1;
    const then = sources.keep ? 'Keeping' : 'Deleting';
    console.error(`\nInterrupted. ${then} what was created; press Ctrl+C again to exit at once.`);
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  await verify({
    ...sources,
    signal: stop.signal,
    onRecord(record) {
      records.push(record);
      breaches += record.findings.filter(isBreach).length;
      progress.show(done, total, records.length, breaches);
    },
    onOperation: () => done++,
  });
  for (const signal of SIGNALS) process.off(signal, interrupt);
  progress.end();
}

/** Until the process is told to end. */
async function judgePassing(sources: Sources, { port }: Options, records: Record[]): Promise<void> {
  const { baseUrl } = sources.target;
  const onRecord = (record: Record) => records.push(record);
  const proxy = await startProxy({ ...sources, baseUrl, port: readPort(port), onRecord });
  console.error(`Send your requests to ${proxy.url} in place of ${baseUrl}; end with Ctrl-C for the report.`);
  await new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve());
  });
  await proxy.close();
}

function readTarget({ target, plain, reduced, auth, header = [], query = [], limitedAuth = [] }: Options): Target {
  return {
    baseUrl: readUrl(target, '--target'),
    ...(plain ? { plainUrl: readUrl(plain, '--plain') } : {}),
    ...(reduced ? { reducedUrl: readUrl(reduced, '--reduced') } : {}),
    credentials: [...(auth ? authorization(auth) : []), ...header.map(readHeader)],
    query: query.map(readQuery),
    limited: limitedAuth.map(readLimitedKey),
  };
}

function readConcurrency(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InputError(`--concurrency must be a number from 1 to 99 but was ${text}`);
  return Number(text);
}
