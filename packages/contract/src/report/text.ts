import { firstOf, grouped, groupedByKind, listed } from './group.ts';
import { leftByKind } from './left.ts';
import type { OperationReport, Report, TrafficReport } from './report.ts';
import { stateSymbol } from './states.ts';

const MOST_BREACHES = 30;
const MOST_MISSED = 20;

/** Formats a report for a terminal. */
export function textReport(report: Report): string {
  const {
    operations,
    breaches,
    coverage,
    exchanges,
    refused,
    seconds,
    untried,
    notImplemented,
    leftOut,
    left,
    warnings,
    accepted,
    stopped,
    traffic,
  } = report;
  const used = traffic ? operations.filter(({ tries }) => tries.length > 0) : operations;
  const groups = grouped(breaches);
  const shown = groups
    .slice(0, MOST_BREACHES)
    .flatMap(({ operations, rule, message, cases, places, curl, response, pointer }) => [
      `✗ ${firstOf(operations)}: ${message} (${rule})`,
      `    ${listed(cases)}`,
      ...(places > 1 ? [`    ${places} places in ${counted(operations.length, 'operation')}`] : []),
      ...(pointer ? [`    described at ${pointer}`] : []),
      ...(curl ? [`    ${shortened(curl)}`] : []),
      ...(response ? [`    answered ${shortened(response.replaceAll(/\s+/g, ' '))}`] : []),
    ]);
  const more = groups.length > MOST_BREACHES ? [`  … and ${groups.length - MOST_BREACHES} more`] : [];
  return [
    ...table(used),
    '',
    ...shown,
    ...more,
    ...(breaches.length > 0 ? [''] : []),
    ...warningLines(warnings, breaches),
    ...(accepted.length > 0 ? [`Accepted by the baseline: ${grouped(accepted).length} findings`] : []),
    ...leftOut.map((each) => `Skipped: ${each}`),
    ...(traffic ? unusedLines(traffic, used) : notSeen(operations)),
    ...reasons(untried),
    ...(notImplemented.length > 0 ? [`Not implemented (${notImplemented.length}): ${notImplemented.join(', ')}`] : []),
    ...(left.length > 0 ? [`Not deleted (${left.length}):`, ...leftByKind(left).map((each) => `    ${each}`)] : []),
    ...(stopped ? [`The run ended early: ${stopped}.`] : []),
    `${exchanges} exchanges in ${seconds} s, including ${refused} invalid requests`,
    `Coverage ${coverage.percent} %: of ${coverage.documented} documented statuses, ${coverage.kept} passed, ${coverage.broken} failed, ${coverage.missed} were not covered`,
    breaches.length === 0
      ? 'The service conforms to its description.'
      : `The service violates its description in ${counted(breaches.length, 'place')}.`,
    '',
  ].join('\n');
}

const LONGEST = 400;
const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Breaches of rules that most services break, a line for each. */
function warningLines(warnings: Report['warnings'], breaches: Report['breaches']): string[] {
  const groups = groupedByKind(warnings, breaches);
  if (groups.length === 0) return [];
  const lines = groups.map(
    ({ operations, message, places }) =>
      `⚠ ${firstOf(operations)}: ${message}${places > 1 ? ` (${places} places)` : ''}`,
  );
  return [...lines, '    Most services do so; --strict makes errors of these warnings', ''];
}

/** One line for each operation that is implemented: its statuses with their marks. */
function table(operations: OperationReport[]): string[] {
  const implemented = operations.filter((operation) => operation.implemented);
  const width = Math.max(...implemented.map(({ id }) => id.length), 0);
  return implemented.map(({ id, statuses }) => {
    const marks = statuses.map(({ status, state }) => `${status}${stateSymbol[state]}`).join(' ');
    return `${id.padEnd(width)}  ${marks}`;
  });
}

function notSeen(operations: OperationReport[]): string[] {
  const pairs = missedOf(operations);
  if (pairs.length === 0) return [];
  return [
    `Not covered: ${several(pairs)}`,
    '    Describe what a status needs in operations/<operationId>.yaml of the preconditions',
  ];
}

/** `getPet 404` */
function missedOf(operations: OperationReport[]): string[] {
  return operations
    .filter(({ implemented }) => implemented)
    .flatMap(({ id, statuses }) =>
      statuses.filter(({ state }) => state === 'missed').map(({ status }) => `${id} ${status}`),
    );
}

function several(names: string[]): string {
  const more = names.length > MOST_MISSED ? ` … and ${names.length - MOST_MISSED} more` : '';
  return `${names.slice(0, MOST_MISSED).join(', ')}${more}`;
}

/** What nobody used of a description, and what of the files was not judged. */
function unusedLines({ unused, notJudged, entries }: TrafficReport, used: OperationReport[]): string[] {
  const pairs = missedOf(used);
  return [
    ...(unused.length > 0 ? [`Operations that nobody used (${unused.length}): ${several(unused)}`] : []),
    ...(pairs.length > 0 ? [`Statuses that nobody got (${pairs.length}): ${several(pairs)}`] : []),
    ...(notJudged.length > 0 ? [`Not judged (of ${counted(entries, 'exchange')} in all):`] : []),
    ...notJudged.map((each) => `    ${each}`),
  ];
}

function reasons(untried: Report['untried']): string[] {
  return [...Map.groupBy(untried, ({ why }) => why)].map(([why, all]) => {
    const operations = [...new Set(all.map(({ operation }) => operation))].join(', ');
    return `Not tested: ${why} (${all.length} test cases of ${operations})`;
  });
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
