import { leftByKind } from './left.ts';
import type { Breach, OperationReport, Report } from './report.ts';
import { stateSymbol } from './states.ts';
import { escaped } from './xml.ts';

/** JUnit XML: one suite for each operation, one case for each request. */
export function junitReport(report: Report): string {
  const { title, seconds, operations, coverage, breaches } = report;
  const notes = notesOf(report);
  const strays = breaches.filter(({ operation }) => operation === undefined);
  const suites = [
    ...operations.map((each) => suite(each, breaches)),
    ...(strays.length > 0 ? [straySuite(strays)] : []),
  ];
  const tests = operations.reduce((sum, { tries }) => sum + tries.length, strays.length);
  const failures = operations.reduce((sum, each) => sum + failed(each).length, strays.length);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${escaped(title)}" tests="${tests}" failures="${failures}" time="${seconds}">
<testsuite name="coverage" tests="0" failures="0">
<properties><property name="percent" value="${coverage.percent}"/></properties>
${notes.length > 0 ? `<system-out>${escaped(notes.join('\n'))}</system-out>\n` : ''}</testsuite>
${suites.join('\n')}
</testsuites>
`;
}

function notesOf({ left, traffic }: Report): string[] {
  const { unused = [], notJudged = [] } = traffic ?? {};
  return [
    ...(left.length > 0 ? ['Not deleted:', ...leftByKind(left)] : []),
    ...(unused.length > 0 ? ['Operations that nobody used:', ...unused] : []),
    ...(notJudged.length > 0 ? ['Not judged:', ...notJudged] : []),
  ];
}

const failed = ({ tries }: OperationReport) => tries.filter(({ breaches }) => breaches.length > 0);

function suite(operation: OperationReport, breaches: readonly Breach[]): string {
  const { id, group, method, path, tries, statuses, implemented } = operation;
  const own = breaches.filter((each) => each.operation === id);
  const cases = tries.map(({ about, status, breaches: messages }) => {
    const name = `${about} → ${status ?? 'no answer'}`;
    const shown = (message: string) => own.find((each) => each.about === about && each.message === message);
    const failure = messages.map((message) => failureOf(message, shown(message))).join('');
    return `<testcase classname="${escaped(`${group}.${id}`)}" name="${escaped(name)}">${failure}</testcase>`;
  });
  if (!implemented)
    cases.push(`<testcase classname="${escaped(id)}" name="implemented"><skipped message="answers 501"/></testcase>`);
  const table = statuses
    .map(({ status, state, exchanges }) => `${status} ${stateSymbol[state]} ${exchanges}`)
    .join('\n');
  const skipped = implemented ? 0 : 1;
  return `<testsuite name="${escaped(`${id} (${method} ${path})`)}" tests="${cases.length}" failures="${failed(operation).length}" skipped="${skipped}">
${cases.join('\n')}
<system-out>${escaped(table)}</system-out>
</testsuite>`;
}

/** With both sides of the exchange in it, as far as they were kept. */
function failureOf(message: string, { rule, request, response }: Partial<Breach> = {}): string {
  const texts = [request, response].filter((text) => text !== undefined);
  const type = rule === undefined ? '' : ` type="${rule}"`;
  return `<failure message="${escaped(message)}"${type}>${escaped(texts.join('\n\n'))}</failure>`;
}

function straySuite(strays: Report['breaches']): string {
  const cases = strays.map(
    (each) => `<testcase classname="outside" name="${escaped(each.about)}">${failureOf(each.message, each)}</testcase>`,
  );
  return `<testsuite name="outside of the description" tests="${cases.length}" failures="${cases.length}">\n${cases.join('\n')}\n</testsuite>`;
}
