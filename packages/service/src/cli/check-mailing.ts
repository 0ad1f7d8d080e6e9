import type { CheckResult } from '../quality/index.ts';
import { printJson } from './json.ts';
import { openOperator } from './operator.ts';
import type { DataOptions } from './options.ts';
import { printable } from './printable.ts';
import type { Style } from './styled.ts';
import { textTable } from './text-table.ts';

export interface CheckCommandOptions extends DataOptions {
  account?: number;
  /** Names of checks; all that the mailing can have when absent. */
  only?: string[];
  json?: boolean;
}

type Made = CheckResult & { kind: string };

/** Makes the checks of a mailing one after the other, says how it goes, and shows what they found. */
export async function checkMailing(
  id: number,
  { account, only, json, ...options }: CheckCommandOptions,
): Promise<void> {
  const operator = await openOperator(options);
  const made: Made[] = [];
  try {
    const { name, kinds } = await operator.ask('checkableMailing', { account, id });
    const unknown = only?.find((kind) => !kinds.some((known) => known === kind));
    if (unknown !== undefined)
      throw new Error(`mailing ${id} has no check "${unknown}"; available checks: ${kinds.join(', ')}`);
    const wanted = kinds.filter((kind) => only === undefined || only.includes(kind));
    await operator.tellAccount(account);
    if (!json) console.error(`Mailing ${id}: ${name}`);
    for (const [index, kind] of wanted.entries()) {
      if (!json) process.stderr.write(`[${index + 1}/${wanted.length}] ${kind} … `);
      const result = await operator.change('checkMailing', { account, id, kind });
      if (!json) process.stderr.write(`${result.state}\n`);
      made.push(result);
    }
  } finally {
    await operator.close();
  }
  if (json) printJson({ mailing: id, checks: made });
  else console.log(findingsTable(made));
  if (made.some(({ state }) => state === 'failed')) process.exitCode = 1;
}

const severities = new Map<string, Style>([
  ['error', 'red'],
  ['warning', 'yellow'],
]);

/** Formats the findings, errors first in each check. */
function findingsTable(made: readonly Made[]): string {
  const rows = made.flatMap(({ kind, findings }) =>
    findings.map(({ severity, code, message, location = '' }) => [
      kind,
      severity,
      code,
      printable(location),
      printable(message),
    ]),
  );
  if (rows.length === 0) return 'No findings.';
  const style = ([, severity]: readonly string[], column: number) =>
    column === 1 ? severities.get(severity!) : undefined;
  return textTable([['CHECK', 'SEVERITY', 'CODE', 'WHERE', 'WHAT'], ...rows], { style });
}
