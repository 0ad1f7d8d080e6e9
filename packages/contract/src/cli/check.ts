import { createReadStream, existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Command } from 'commander';
import { type Contract, loadContract } from '../contract/contract.ts';
import { findEntries } from '../har/entries.ts';
import { InputError } from '../input-error.ts';
import { describedBases } from '../traffic/bases.ts';
import { type CheckedTraffic, checkTraffic, tellNotJudged } from '../traffic/check.ts';
import { localDescription } from './description-file.ts';
import { finishRun, type OutcomeOptions, readChecks, withChecks } from './finish-run.ts';
import { readBase } from './options.ts';
import { several } from './target.ts';
import { tellProblems } from './tell-problems.ts';

interface Options extends OutcomeOptions {
  openapi?: string;
  base?: string[];
  strict?: boolean;
  showValues?: boolean;
}

/** Names that are looked for in the working directory. */
const USUAL_FILES = ['openapi.yaml', 'openapi.yml', 'openapi.json'];

export function checkCommand(): Command {
  const command = new Command('check')
    .description('Judges recorded traffic (HAR files of browsers and proxies) by a description; sends nothing')
    .argument('<traffic...>', 'HTTP Archives (HAR 1.2)')
    .option('--openapi <file>', `file or URL of the description; by default ${USUAL_FILES.join(' or ')} here`)
    .option(
      '--base <url>',
      'base URL of the service in the traffic; by default the servers of the description; can be repeated',
      several,
    )
    .option('--strict', 'makes errors of warnings: rules that most services break')
    .option(
      '--show-values',
      'shows values of parameters, headers and bodies, but for keys in headers; by default all are masked',
    )
    .addHelpText('after', EXAMPLES);
  return withChecks(command).action(run);
}

const EXAMPLES = `
Says which exchanges violate the description, and which operations and statuses nobody used. Traffic of other services, preflights,
pages beside the API, and what a cache or a service worker answered is counted and not judged. Exits with status 0 if the traffic conforms, 1 if it
does not, and 2 for wrong options or files, or if nothing in the files went to the service. Examples:

  mailwright-contract check traffic.har
  mailwright-contract check monday.har tuesday.har --openapi openapi.yaml --base https://api.example.com/1.0
  mailwright-contract check traffic.har --report html=report.html --report junit=contract.xml --min-coverage 40
`;

async function run(files: string[], options: Options): Promise<void> {
  const startedAt = new Date();
  const checks = readChecks(options);
  for (const file of files) requireFile(file);
  const given = options.openapi ?? findUsual();
  const file = await localDescription(given);
  const contract = await loadContract(file);
  tellProblems(contract);
  const bases = options.base?.map(readBase) ?? basesOf(contract);
  const traffic = await checkTraffic(
    files.map((each) => [basename(each), findEntries(createReadStream(each))]),
    { contract, bases, strict: options.strict === true, showValues: options.showValues === true },
  );
  if (traffic.records.length === 0 && traffic.untried.length === 0) throw nothingToJudge(traffic, bases);
  const { records, untried, entries } = traffic;
  finishRun(contract, options, {
    described: { file, given },
    run: {
      target: bases.join(', '),
      startedAt,
      milliseconds: Date.now() - startedAt.getTime(),
      records,
      untried,
      traffic: { entries, notJudged: tellNotJudged(traffic) },
    },
    checks,
  });
}

function requireFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found)
    throw new InputError(`There is no file ${file}: give the HAR file that a browser or a proxy has exported.`);
  if (found.isDirectory()) throw new InputError(`${file} is a folder: give the HAR files in it.`);
}

function findUsual(): string {
  const found = USUAL_FILES.find((name) => existsSync(name));
  if (found === undefined)
    throw new InputError(
      `There is no ${USUAL_FILES.join(', ')} here: give the file or the URL of the description with --openapi.`,
    );
  return found;
}

/** @throws InputError when the description does not say where the service is */
function basesOf({ model }: Contract): string[] {
  const { bases, paths } = describedBases(model.document);
  if (bases.length > 0) return bases;
  throw new InputError(
    `The description does not say at which host the service is: give its address, such as --base https://api.example.com${paths[0] ?? ''}.`,
  );
}

/** A pipeline must not pass because of an address that has a fault. */
function nothingToJudge(traffic: CheckedTraffic, bases: readonly string[]): InputError {
  const told = tellNotJudged(traffic);
  const why = told.length > 0 ? ` Not judged: ${told.join('; ')}.` : ' The files have no entries.';
  return new InputError(
    `There is nothing to judge: no exchange with ${bases.join(' or ')} is in the files; --base sets the address of the service.${why}`,
  );
}
