import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { loadDeclared } from '../arazzo/load.ts';
import type { Record, Untried } from '../calls/record.ts';
import { loadContract } from '../contract/contract.ts';
import { NO_CORPUS, readCorpus } from '../contract/corpus.ts';
import { waitUntilReachable } from '../exchange/reachable.ts';
import { InputError } from '../input-error.ts';
import { UNSTATED_RULES } from '../judge/finding.ts';
import type { Left } from '../ownership/left.ts';
import { NO_PRECONDITIONS } from '../preconditions/preconditions.ts';
import { preparingOperations } from '../run/preparing.ts';
import { selected } from '../run/selection.ts';
import { askConsent, consequences } from './consent.ts';
import { askForDescription, localDescription } from './description-file.ts';
import { finishRun, type OutcomeOptions, readChecks, withChecks } from './finish-run.ts';
import { journalAt } from './journal-file.ts';
import { judgePassing } from './judge-passing.ts';
import { readSample, readSeconds, readUnstatedRule } from './options.ts';
import { readTarget, senderTo, type TargetOptions, withKeys } from './target.ts';
import { tryAll } from './try-all.ts';

interface Options extends TargetOptions, OutcomeOptions {
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
  writeHar?: string;
  sample?: string;
  journal?: string;
  timeLimit?: string;
}

const names = (value: string, before: string[] = []) => [...before, ...value.split(',').map((name) => name.trim())];
export function verifyCommand(): Command {
  const command = new Command('verify')
    .description('Tests every operation of a running service with every documented status')
    .argument('[openapi]', 'file or URL of the description; by default the service is asked for it')
    .requiredOption('--target <url>', 'base URL of the service, such as https://example.com/1.0')
    .option('--plain <url>', 'base URL of the service without TLS, to test the 403 of plain HTTP')
    .option('--reduced <url>', 'base URL of a service in which optional parts are disabled')
    .option(
      '--preconditions <dir or file>',
      'data that must exist for a status: directory of preconditions, or an Arazzo document',
    )
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
    .option('--yes', 'do not ask for confirmation before creating, changing and deleting data')
    .option('--keep', 'keeps what the run creates; by default it is deleted at the end')
    .option('--proxy', 'sends no requests, but runs as a proxy and validates the requests of others')
    .option('--port <n>', 'port of the proxy; 0 selects a free port', '0')
    .option('--write-description <file>', 'with --proxy: writes a description of what passed, as YAML or .json')
    .option('--write-har <file>', 'with --proxy: writes what passed, without keys, as an HTTP Archive for check')
    .option(
      '--sample <percent>',
      'with --proxy: judges this part of the traffic only, such as 1%, and masks all values',
    )
    .option(
      '--journal <file>',
      'where the run writes down what it makes; the default is a file in the temporary directory',
    )
    .addHelpText('after', EXAMPLES);
  return withKeys(withChecks(command)).action(run);
}

const EXAMPLES = `
Exits with status 0 if the service conforms to its description, 1 if it violates it, 2 for wrong options or files, 3 if the
service cannot be reached, and 4 if it rejects the key. Examples:

  mailwright-contract verify --target http://localhost:8080 --yes
  mailwright-contract verify openapi.yaml --target https://localhost:8443/1.0 --insecure --auth "Bearer $KEY" \\
    --preconditions preconditions --report html=report.html
  mailwright-contract verify openapi.yaml --target https://localhost:8443/1.0 --proxy --port 4020 --report junit=contract.xml
  mailwright-contract verify openapi.yaml --target http://localhost:8080 --proxy --port 4020 --sample 1%
`;

async function run(given: string | undefined, options: Options): Promise<void> {
  const started = new Date();
  const checks = readChecks(options);
  const limit = options.timeLimit === undefined ? undefined : readSeconds(options.timeLimit);
  for (const name of ['writeDescription', 'writeHar', 'sample'] as const)
    if (options[name] !== undefined && !options.proxy)
      throw new InputError(`--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)} requires --proxy`);
  const sampled = options.sample === undefined ? undefined : readSample(options.sample);
  const target = readTarget(options.target, options);
  const sender = senderTo(options, !options.proxy);
  const fetching = { sender, baseUrl: target.baseUrl, credentials: target.credentials };
  if (given === undefined) await waitUntilReachable(target.baseUrl);
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
    preconditions: options.preconditions ? loadDeclared(options.preconditions, contract) : NO_PRECONDITIONS,
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
  const called =
    options.proxy || options.prefer
      ? []
      : [...new Set([...sources.operations, ...(await preparingOperations(sources.operations, sources))])];
  const warning = consequences(called, target.baseUrl);
  const changes = warning !== undefined;
  if (changes && !options.yes) await askConsent(warning, process.stdin, process.stderr);
  for (const url of [target.baseUrl, target.reducedUrl]) if (url !== undefined) await waitUntilReachable(url);
  const traffic = options.proxy ? await judgePassing(sources, options, records, sampled) : undefined;
  const journal = changes
    ? journalAt(options.journal, { description: found, target: target.baseUrl, seed }).journal
    : undefined;
  const stopped = options.proxy ? undefined : await tryAll({ ...sources, ...(journal && { journal }) }, records, limit);
  sender.close();
  if (options.keep) console.error('What was created stays: mailwright-contract clean-up deletes it by the journal.');
  else journal?.discard();

  finishRun(contract, options, {
    described: { file, given: found },
    run: {
      target: target.baseUrl,
      startedAt: started,
      milliseconds: Date.now() - started.getTime(),
      records,
      untried,
      left,
      operations: sources.operations,
      stopped: stopped ?? traffic?.stopped,
      ...(traffic && { traffic }),
    },
    checks,
    beforeVerdict: () => {
      if (!options.proxy && !options.prefer)
        console.log(`Seed ${seed}: --seed ${seed} repeats the values of this run.`);
    },
  });
}

function readConcurrency(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InputError(`--concurrency must be a number from 1 to 99 but was ${text}`);
  return Number(text);
}
