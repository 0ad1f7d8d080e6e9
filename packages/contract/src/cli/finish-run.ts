import type { Command } from 'commander';
import type { Contract } from '../contract/contract.ts';
import { placesOf } from '../contract/places.ts';
import { InputError } from '../input-error.ts';
import { type Baseline, createBaseline, known } from '../report/baseline.ts';
import { buildReport, type RunOf } from '../report/build.ts';
import type { Report } from '../report/report.ts';
import { textReport } from '../report/text.ts';
import { parseWanted, type Wanted, writeReport } from '../report/write.ts';
import { readBaseline, writeBaseline } from './baseline-file.ts';
import { coloured } from './coloured.ts';
import { ExitCode } from './exit-code.ts';
import { readPercent } from './options.ts';
import { several } from './target.ts';

/** Options of every command that judges: what makes it fail, and what it writes. */
export interface OutcomeOptions {
  report?: string[];
  minCoverage: string;
  baseline?: string;
  writeBaseline?: boolean;
}

export function withChecks(command: Command): Command {
  return command
    .option('--baseline <file>', 'accepts the findings that this file lists; only others fail')
    .option('--write-baseline', 'writes the findings of this run to the file of --baseline')
    .option('--report <form=file>', 'junit=…, json=…, html=…, sarif=…, github[=…]; can be repeated', several)
    .option('--min-coverage <percent>', 'fails if fewer of the documented statuses have passed', '0');
}

export interface Checks {
  wanted: Wanted[];
  minimum: number;
  baseline?: Baseline;
}

/** @throws InputError */
export function readChecks({ report = [], minCoverage, baseline, writeBaseline: writes }: OutcomeOptions): Checks {
  if (writes && !baseline) throw new InputError('--write-baseline requires --baseline FILE');
  return {
    wanted: report.map(parseWanted),
    minimum: readPercent(minCoverage),
    ...(baseline && !writes && { baseline: createBaseline(readBaseline(baseline)) }),
  };
}

interface FinishedRun {
  /** The description as it was given, and the file of it on this machine. */
  described: { file: string; given: string };
  run: Omit<RunOf, 'places' | 'baseline'>;
  checks: Checks;
  /** Prints what follows the report. */
  beforeVerdict?: () => void;
}

/** Writes the reports of a run and sets the exit code. */
export function finishRun(
  contract: Contract,
  options: OutcomeOptions,
  { described: { file, given }, run, checks: { wanted, minimum, baseline }, beforeVerdict }: FinishedRun,
): void {
  const places = file === given ? placesOf(file) : new Map();
  const report = buildReport(contract, { ...run, places, ...(baseline && { baseline }) });
  for (const each of wanted) writeReport(report, each, given, (text) => process.stdout.write(text));
  process.stdout.write(coloured(textReport(report), process.stdout));
  beforeVerdict?.();
  if (report.coverage.percent < minimum) console.error(`Coverage ${report.coverage.percent} % is below ${minimum} %.`);
  if (options.baseline && options.writeBaseline) {
    acceptFindings(options.baseline, report);
    return;
  }
  const fixed = run.stopped === undefined ? (baseline?.unseen() ?? []) : [];
  if (fixed.length > 0) console.log(`${fixed.length} accepted findings were not seen: --write-baseline removes them.`);
  if (report.breaches.length > 0 || report.coverage.percent < minimum) process.exitCode = ExitCode.violated;
}

function acceptFindings(file: string, { breaches }: Report): void {
  writeBaseline(
    file,
    breaches.map((each) => known(each.operation, each)),
  );
  console.log(`The findings of this run are accepted from now on: ${file}`);
}
