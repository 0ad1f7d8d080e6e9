import { firstOf, grouped, listed } from './group.ts';
import { leftByKind } from './left.ts';
import type { Report } from './report.ts';
import { stateSymbol } from './states.ts';

/** GitHub shows ten annotations of a step. */
const MOST_ANNOTATIONS = 10;
const MOST_BREACHES = 50;

/** Workflow commands that mark breaches in the log of a run. */
export function githubAnnotations({ breaches }: Report): string {
  const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return grouped(breaches)
    .slice(0, MOST_ANNOTATIONS)
    .map(({ operations, message, cases, place }) => {
      const where = place ? `file=${property(place.file)},line=${place.line},` : '';
      const text = `${message} (${listed(cases)})`;
      return `::error ${where}title=${property(`Contract violation: ${firstOf(operations)}`)}::${data(text)}\n`;
    })
    .join('');
}

/** Markdown for the summary of a run. */
export function githubSummary(report: Report): string {
  const { title, target, coverage, breaches, operations, notImplemented, left, exchanges, seconds } = report;
  const verdict = breaches.length === 0 ? '✅ kept' : `❌ ${breaches.length} breaches`;
  const implemented = operations.filter((operation) => operation.implemented);
  const statuses = [...new Set(implemented.flatMap((each) => each.statuses.map(({ status }) => status)))].sort();
  const rows = implemented.map((operation) => {
    const cells = statuses.map((status) => {
      const found = operation.statuses.find((each) => each.status === status);
      return found ? stateSymbol[found.state] : '';
    });
    return `| ${cell(operation.id)} | ${cells.join(' | ')} |`;
  });
  return [
    `## Contract of ${title}: ${verdict}`,
    '',
    `${coverage.percent} % of ${coverage.documented} pairs of operation and status, ${exchanges} exchanges with ${target} in ${seconds} s.`,
    '',
    ...list(
      'Breaches',
      grouped(breaches).map(
        ({ operations, message, cases }) => `**${firstOf(operations)}**: ${message} (${listed(cases)})`,
      ),
    ),
    ...list('Operations that nobody used', report.traffic?.unused ?? []),
    ...list('Not judged', report.traffic?.notJudged ?? []),
    ...list('Not implemented', notImplemented),
    ...list('Not deleted', leftByKind(left)),
    '<details><summary>Operations and statuses</summary>',
    '',
    `| Operation | ${statuses.join(' | ')} |`,
    `|---|${statuses.map(() => ':-:|').join('')}`,
    ...rows,
    '',
    `${stateSymbol.kept} passed, ${stateSymbol.broken} failed, ${stateSymbol.missed} not covered`,
    '</details>',
    '',
  ].join('\n');
}

function list(heading: string, items: string[]): string[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, MOST_BREACHES).map((item) => `- ${cell(item)}`);
  const more = items.length > MOST_BREACHES ? [`- … and ${items.length - MOST_BREACHES} more`] : [];
  return [`### ${heading}`, '', ...shown, ...more, ''];
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
