import { corpus } from './corpus.ts';
import { countFindings, foundDefects, type Measured, measure } from './measure.ts';

/** Prints what the kit finds, reaches and leaves at services that it has never seen; `-- NAME` shows all of one. */
const [only] = process.argv.slice(2);
const rows = [
  [
    'Service',
    'Findings',
    'False alarms',
    'Statuses reached',
    'Planted defects found',
    'Harmed',
    'Left, not listed',
    's',
  ],
];
rows.push(rows[0]!.map(() => '---'));
for (const entry of corpus.filter(({ name }) => only === undefined || name === only)) {
  const why = entry.missing?.();
  if (why) {
    console.error(why);
    continue;
  }
  const [good, faulty] = [await attempt(() => measure(entry, false)), await attempt(() => measure(entry, true))];
  if (good instanceof Error || faulty instanceof Error) {
    const [error] = [good, faulty].filter((each) => each instanceof Error);
    rows.push([entry.name, `not run: ${error!.message.split('\n')[0]}`]);
    continue;
  }
  const found = foundDefects(entry, good.report, faulty.report);
  rows.push([entry.name, ...figures(good), `${found.length} of ${entry.defects.length}`, ...harm(good, faulty)]);
  if (only !== undefined) showAll(good, faulty, found);
}
for (const row of rows) console.log(`| ${row.join(' | ')} |`);

function figures({ report }: Measured): string[] {
  const { documented, kept, broken } = report.coverage;
  const { true: told, strict, noise } = countFindings(report);
  const reached = `${Math.round(((kept + broken) / documented) * 100)} %`;
  return [String(told), String(strict + noise), reached];
}

function harm(...runs: Measured[]): string[] {
  const count = (all: (run: Measured) => unknown[]) => String(runs.reduce((sum, run) => sum + all(run).length, 0));
  const seconds = runs.reduce((sum, { report }) => sum + report.seconds, 0);
  return [count(({ harmed }) => harmed), count(({ unlisted }) => unlisted), seconds.toFixed(1)];
}

function showAll(good: Measured, faulty: Measured, found: string[]): void {
  for (const [name, { report, harmed, unlisted }] of Object.entries({ good, faulty })) {
    console.log(`\n== ${name}`);
    for (const { operation, rule, about, message } of report.breaches)
      console.log(`✗ ${operation}: ${rule}: ${about}: ${message}`);
    for (const { operation, about, why } of report.untried) console.log(`· ${operation}: ${about}: ${why}`);
    for (const { id, statuses } of report.operations)
      console.log(`${id}: ${statuses.map(({ status, state }) => `${status} ${state}`).join(', ')}`);
    console.log({ harmed, unlisted, left: report.left });
  }
  console.log({ found });
}

async function attempt<T>(run: () => Promise<T>): Promise<T | Error> {
  try {
    return await run();
  } catch (error) {
    return error as Error;
  }
}
