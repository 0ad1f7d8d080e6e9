import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import type { Record, Untried } from '../calls/record.ts';
import { loadContract } from '../contract/contract.ts';
import { NO_CORPUS, readCorpus } from '../contract/corpus.ts';
import { placesOf } from '../contract/places.ts';
import { waitUntilReachable } from '../exchange/reachable.ts';
import type { Sender } from '../exchange/send.ts';
import { InputError } from '../input-error.ts';
import { UNSTATED_RULES } from '../judge/finding.ts';
import { type Journal, openJournal, type RunHeader } from '../ownership/journal.ts';
import type { Left } from '../ownership/left.ts';
import { loadPreconditions } from '../preconditions/load.ts';
import { NO_PRECONDITIONS } from '../preconditions/preconditions.ts';
import { judgePassed } from '../proxy/judge-passed.ts';
import { createRecording } from '../recording/recording.ts';
import { createBaseline, known } from '../report/baseline.ts';
import { buildReport } from '../report/build.ts';
import { textReport } from '../report/text.ts';
import { parseWanted, writeReport } from '../report/write.ts';
import { selected } from '../run/selection.ts';
import { readBaseline, writeBaseline } from './baseline-file.ts';
import { coloured } from './coloured.ts';
import { askConsent, consequences } from './consent.ts';
import { askForDescription, localDescription } from './description-file.ts';
import { ExitCode } from './exit-code.ts';
import { readPercent, readPort, readSeconds, readUnstatedRule } from './options.ts';
import { writeDescription } from './record.ts';
import { runProxy } from './run-proxy.ts';
import { readTarget, senderTo, several, type TargetOptions, withKeys } from './target.ts';
import { type RunSources, tryAll } from './try-all.ts';

interface Options extends TargetOptions {
  target: string;
  preconditions?: string;
  corpus?: string;
  concurrency: string;
  prefer?: boolean;
  strict?: boolean;
  json?: boolean;
  useExisting?: boolean;
  seed?: string;
  yes?: boolean;
  keep?: boolean;
  only?: string[];
  skip?: string[];
  without?: string[];
  proxy?: boolean;
  port: string;
  writeDescription?: string;
  report?: string[];
  minCoverage: string;
  journal?: string;
  timeLimit?: string;
  baseline?: string;
  writeBaseline?: boolean;
}

const names = (value: string, before: string[] = []) => [...before, ...value.split(',').map((name) => name.trim())];
/** Maximum time for a service to start, in milliseconds. */
const PATIENCE = 15_000;

export function verifyCommand(): Command {
  const command = new Command('verify')
    .description('Tests every operation of a running service with every documented status')
    .argument('[openapi]', 'file or URL of the description; by default the service is asked for it')
    .requiredOption('--target <url>', 'base URL of the service, such as https://example.com/1.0')
    .option('--plain <url>', 'base URL of the service without TLS, to test the 403 of plain HTTP')
    .option('--reduced <url>', 'base URL of a service in which optional parts are disabled')
    .option('--preconditions <dir>', 'directory of preconditions: data that must exist for a status')
    .option('--corpus <dir>', 'directory of valid values, <Schema>/<case>.json')
    .option('--concurrency <n>', 'number of operations tested concurrently', '8')
    .option('--prefer', 'the target is a mock server: requests each status with "Prefer: code"')
    .option('--only <name,…>', 'tests only these operations or groups; * matches any characters', names)
    .option('--skip <name,…>', 'skips these operations or groups', names)
    .option(
      '--without <rule,…>',
      `disables rules that descriptions usually do not state: ${UNSTATED_RULES.join(', ')}`,
      names,
    )
    .option('--json', 'prefers JSON where the description has both XML and JSON')
    .option('--strict', 'makes errors of warnings: rules that most services break')
    .option('--use-existing', 'also changes and deletes data that existed before')
    .option('--seed <text>', 'repeats the values of an earlier run; by default they are new each time')
    .option('--time-limit <seconds>', 'ends the run after this time; what was created is deleted then')
    .option('--baseline <file>', 'accepts the findings that this file lists; only others fail')
    .option('--write-baseline', 'writes the findings of this run to the file of --baseline')
    .option('--yes', 'do not ask for confirmation before creating, changing and deleting data')
    .option('--keep', 'keeps what the run creates; by default it is deleted at the end')
    .option('--proxy', 'sends no requests, but runs as a proxy and validates the requests of others')
    .option('--port <n>', 'port of the proxy; 0 selects a free port', '0')
    .option('--write-description <file>', 'with --proxy: writes a description of what passed, as YAML or .json')
    .option('--report <form=file>', 'junit=…, json=…, html=…, sarif=…, github[=…]; can be repeated', several)
    .option('--min-coverage <percent>', 'fails if fewer of the documented statuses have passed', '0')
    .option(
      '--journal <file>',
      'where the run writes down what it makes; the default is a file in the temporary directory',
    )
    .addHelpText('after', EXAMPLES);
  return withKeys(command).action(run);
}

const EXAMPLES = `
Exits with status 0 if the service conforms to its description, 1 if it violates it, 2 for wrong options or files, 3 if the
service cannot be reached, and 4 if it rejects the key. Examples:

  mailwright-contract verify --target http://localhost:8080 --yes
  mailwright-contract verify openapi.yaml --target https://localhost:8443/1.0 --insecure --auth "Bearer $KEY" \\
    --preconditions preconditions --report html=report.html
  mailwright-contract verify openapi.yaml --target https://localhost:8443/1.0 --proxy --port 4020 --report junit=contract.xml
`;

async function run(given: string | undefined, options: Options): Promise<void> {
  const started = new Date();
  const wanted = (options.report ?? []).map(parseWanted);
  const minimum = readPercent(options.minCoverage);
  const limit = options.timeLimit === undefined ? undefined : readSeconds(options.timeLimit);
  if (options.writeBaseline && !options.baseline) throw new InputError('--write-baseline requires --baseline FILE');
  if (options.writeDescription && !options.proxy) throw new InputError('--write-description requires --proxy');
  const baseline =
    options.baseline && !options.writeBaseline ? createBaseline(readBaseline(options.baseline)) : undefined;
  const target = readTarget(options.target, options);
  const sender = senderTo(options, !options.proxy);
  const fetching = { sender, baseUrl: target.baseUrl, credentials: target.credentials };
  if (given === undefined) await waitUntilReachable(target.baseUrl, PATIENCE);
  const found = given ?? (await askForDescription(fetching));
  if (given === undefined) console.error(`The service describes itself at ${found}`);
  const file = await localDescription(found, fetching);
  const contract = await loadContract(file, { json: options.json === true });
  for (const { pointer, message } of contract.notes)
    console.error(`Note: the description is read although it is invalid at ${pointer}: ${message}`);
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
  const changes = warning !== undefined && !options.proxy && !options.prefer;
  const asks = changes && !options.yes;
  if (asks) await askConsent(warning, process.stdin, process.stderr);
  for (const url of [target.baseUrl, target.reducedUrl]) if (url !== undefined) await waitUntilReachable(url, PATIENCE);
  if (options.proxy) await judgePassing(sources, options, records);
  const journal = changes
    ? journalAt(options.journal, { description: locationOf(found), target: target.baseUrl, seed })
    : undefined;
  const stopped = options.proxy ? undefined : await tryAll({ ...sources, ...(journal && { journal }) }, records, limit);
  sender.close();
  if (options.keep) console.error('What was created stays: mailwright-contract clean-up deletes it by the journal.');
  else journal?.discard();

  const milliseconds = Date.now() - started.getTime();
  const report = buildReport(contract, {
    target: target.baseUrl,
    startedAt: started,
    milliseconds,
    records,
    untried,
    left,
    operations: sources.operations,
    places: file === given ? placesOf(file) : new Map(),
    stopped,
    ...(baseline && { baseline }),
  });
  for (const each of wanted) writeReport(report, each, found, (text) => process.stdout.write(text));
  process.stdout.write(coloured(textReport(report), process.stdout));
  if (!options.proxy && !options.prefer) console.log(`Seed ${seed}: --seed ${seed} repeats the values of this run.`);
  if (report.coverage.percent < minimum) console.error(`Coverage ${report.coverage.percent} % is below ${minimum} %.`);
  if (options.baseline && options.writeBaseline) {
    const findings = report.breaches.map((each) => known(each.operation, each));
    writeBaseline(options.baseline, findings);
    console.log(`The findings of this run are accepted from now on: ${options.baseline}`);
    return;
  }
  const fixed = stopped === undefined ? (baseline?.unseen() ?? []) : [];
  if (fixed.length > 0) console.log(`${fixed.length} accepted findings were not seen: --write-baseline removes them.`);
  if (report.breaches.length > 0 || report.coverage.percent < minimum) process.exitCode = ExitCode.violated;
}

type Sources = RunSources & { sender: Sender };

/** Opens a journal and says where, for nobody can say it any more when the run is killed. */
function journalAt(given: string | undefined, run: RunHeader): Journal {
  const file = given ?? join(tmpdir(), `mailwright-contract-${run.seed.replaceAll(/[^\w-]/g, '_')}.jsonl`);
  const journal = openJournal(file, run);
  console.error(`If the run is killed: mailwright-contract clean-up ${file}`);
  return journal;
}

const locationOf = (description: string) => (/^https?:/.test(description) ? description : resolve(description));

/** Judges the requests of others until the process is told to end. */
async function judgePassing(sources: Sources, { port, writeDescription: file }: Options, records: Record[]) {
  const { baseUrl } = sources.target;
  const recording = file === undefined ? undefined : createRecording(baseUrl);
  const judge = judgePassed({ ...sources, baseUrl, onRecord: (record) => records.push(record) });
  const take: typeof judge = async (about, passed) => {
    await judge(about, passed);
    if (passed.exchange) await recording?.add(passed.exchange);
  };
  await runProxy({ baseUrl, sender: sources.sender, port: readPort(port), take }, 'report');
  if (file !== undefined && recording) writeDescription(file, recording);
}

function readConcurrency(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InputError(`--concurrency must be a number from 1 to 99 but was ${text}`);
  return Number(text);
}
