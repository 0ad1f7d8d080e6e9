import { style } from './html-assets.ts';
import { breachList } from './html-breaches.ts';
import { operationTables, tableScript } from './html-table.ts';
import { leftByKind } from './left.ts';
import type { Coverage, Report } from './report.ts';
import { stateBar, stateWord } from './states.ts';
import { escaped } from './xml.ts';

/** One page with everything in it: numbers, breaches, and the table of operations and statuses. It loads nothing. */
export function htmlReport(report: Report): string {
  const { title, version, target, startedAt, warnings, breaches, operations, untried, left, leftOut, notImplemented } =
    report;
  const { unused = [], notJudged = [] } = report.traffic ?? {};
  const broken = breaches.length > 0;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${broken ? '✗' : '✓'} Contract of ${escaped(title)}</title>
<style>${style}</style>
<header>
<p class="verdict ${broken ? 'broken' : 'kept'}">${broken ? `✗ ${count(breaches.length, 'violation')}` : '✓ The service conforms to its description'}</p>
<h1>${escaped(title)} <small>${escaped(version)}</small></h1>
<p>${escaped(target)} · <time datetime="${startedAt}">${startedAt.slice(0, 16).replace('T', ' ')} UTC</time></p>
${numbers(report)}
${coverageBar(report.coverage)}
</header>
<main>
${section('Breaches', breachList(breaches))}
${section('Warnings', breachList(warnings))}
${section('Operations and statuses', operationTables(operations))}
${section(`Operations that nobody used (${unused.length})`, list(unused.length > 0 ? [unused.map(escaped).join(', ')] : []))}
${section('Not judged', list(notJudged.map(escaped)))}
${section('Not tested', list(reasons(untried)))}
${section('Not deleted', list(leftByKind(left).map(escaped)))}
${section('Skipped parts of the description', list(leftOut.map(escaped)))}
${section(`Not implemented (${notImplemented.length})`, list(notImplemented.length > 0 ? [notImplemented.map(escaped).join(', ')] : []))}
</main>
<script>${tableScript}</script>
</html>
`;
}

function numbers({ coverage, breaches, exchanges, refused, seconds }: Report): string {
  const entries = [
    [`${coverage.percent} %`, `of ${coverage.documented.toLocaleString('en')} documented statuses passed`],
    [String(breaches.length), breaches.length === 1 ? 'breach' : 'breaches'],
    [exchanges.toLocaleString('en'), `exchanges, including ${refused.toLocaleString('en')} invalid requests`],
    [`${seconds} s`, 'duration'],
  ];
  return `<dl>${entries.map(([value, meaning]) => `<div><dt>${meaning}</dt><dd>${value}</dd></div>`).join('')}</dl>`;
}

/** Draws the share of statuses that passed, failed and were not observed. It is also the legend of the tables' colours. */
function coverageBar(coverage: Coverage): string {
  const states = (['kept', 'broken', 'missed'] as const).filter((state) => coverage[state] > 0);
  const words = states.map(
    (state) => `<i class="${state}">${coverage[state].toLocaleString('en')}</i> ${stateWord[state]}`,
  );
  return `${stateBar('p', coverage)}<p class="legend">${words.join(' &ensp;')}</p>`;
}

const section = (heading: string, content: string) =>
  content === '' ? '' : `<section><h2>${heading}</h2>${content}</section>`;

function list(entries: string[]): string {
  return entries.length === 0 ? '' : `<ul>${entries.map((entry) => `<li>${entry}</li>`).join('\n')}</ul>`;
}

function reasons(untried: Report['untried']): string[] {
  return [...Map.groupBy(untried, ({ why }) => why)].map(([why, all]) => {
    const operations = [...new Set(all.map(({ operation }) => operation))].join(', ');
    return `${escaped(why)}<br><small>${count(all.length, 'test case')} of ${escaped(operations)}</small>`;
  });
}

const count = (number: number, noun: string) => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
