import { grouped, listed } from './group.ts';
import { script, style } from './html-assets.ts';
import type { BreachGroup, OperationReport, Report } from './report.ts';
import { escaped } from './xml.ts';

/** One page with everything in it: numbers, breaches, and the table of operations and statuses. */
export function htmlReport(report: Report): string {
  const { title, version, target, startedAt, seconds, exchanges, refused, breaches } = report;
  const { coverage, notImplemented, untried, leftOut } = report;
  const broken = breaches.length > 0;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${broken ? '✗' : '✓'} Contract of ${escaped(title)}</title>
<style>${style}</style>
<header>
<p class="verdict ${broken ? 'broken' : 'kept'}">${broken ? `Broken in ${breaches.length} places` : 'Kept'}</p>
<h1>Contract of ${escaped(title)} <small>${escaped(version)}</small></h1>
<p>${escaped(target)} · <time datetime="${startedAt}">${startedAt.slice(0, 16).replace('T', ' ')} UTC</time></p>
<dl>
${number(`${coverage.percent} %`, `of ${coverage.documented} documented statuses seen and kept`)}
${number(String(breaches.length), breaches.length === 1 ? 'breach' : 'breaches')}
${number(exchanges.toLocaleString('en'), `exchanges, ${refused.toLocaleString('en')} of them bad requests`)}
${number(`${seconds} s`, 'from the first to the last')}
</dl>
</header>
<main>
${section('Breaches', grouped(breaches).map(breachEntry))}
<section><h2>Operations and statuses</h2>
<p class="legend"><i class="kept">200</i> kept <i class="broken">200</i> broken <i class="missed">200</i> not seen</p>
<p class="filter"><input type="search" placeholder="Filter by name or path" aria-label="Filter"> <label><input type="checkbox"> only what is broken or not seen</label></p>
${operationTables(report.operations)}
</section>
${section('Not tried', reasons(untried))}
${section(
  'Left out of the description',
  leftOut.map((each) => `<li>${escaped(each)}</li>`),
)}
${section(`Not implemented (${notImplemented.length})`, notImplemented.length > 0 ? [`<li>${notImplemented.map(escaped).join(', ')}</li>`] : [])}
</main>
<script>${script}</script>
</html>
`;
}

const number = (value: string, meaning: string) => `<div><dt>${meaning}</dt><dd>${value}</dd></div>`;

function section(heading: string, entries: string[]): string {
  return entries.length === 0 ? '' : `<section><h2>${heading}</h2><ul>${entries.join('\n')}</ul></section>`;
}

function breachEntry({ operation = 'outside', trials, rule, message, request, response }: BreachGroup): string {
  const texts = [request, response].filter((text) => text !== undefined).map((text) => `<pre>${escaped(text)}</pre>`);
  const head = `<b>${escaped(operation)}</b> <code>${rule}</code><br>${escaped(message)}<br><small>${escaped(listed(trials))}</small>`;
  if (texts.length === 0) return `<li>${head}</li>`;
  return `<li><details><summary>${head}</summary>${texts.join('')}</details></li>`;
}

function operationTables(operations: OperationReport[]): string {
  const statuses = [...new Set(operations.flatMap((each) => each.statuses.map(({ status }) => status)))].sort();
  const head = `<tr><th scope="col">Operation</th>${statuses.map((status) => `<th scope="col">${status}</th>`).join('')}</tr>`;
  const groups = [...Map.groupBy(operations, ({ group }) => group)].map(([group, members]) => {
    const rows = members.map((operation) => row(operation, statuses));
    return `<tbody><tr class="group"><th colspan="${statuses.length + 1}" scope="rowgroup">${escaped(group)}</th></tr>${rows.join('\n')}</tbody>`;
  });
  return `<table><thead>${head}</thead>${groups.join('\n')}</table>`;
}

function row({ id, method, path, statuses, implemented }: OperationReport, columns: (number | 'default')[]): string {
  const cells = columns.map((column) => {
    const found = statuses.find(({ status }) => status === column);
    if (!found) return '<td></td>';
    const state = implemented ? found.state : 'absent';
    return `<td><i class="${state}" title="${state}, ${found.exchanges} exchanges">${column}</i></td>`;
  });
  const open = statuses.some(({ state }) => state !== 'kept');
  const name = `<b>${escaped(id)}</b><span>${method} ${escaped(path)}${implemented ? '' : ' · not implemented'}</span>`;
  return `<tr${open ? '' : ' data-kept'}><th scope="row">${name}</th>${cells.join('')}</tr>`;
}

function reasons(untried: Report['untried']): string[] {
  return [...Map.groupBy(untried, ({ why }) => why)].map(([why, all]) => {
    const operations = [...new Set(all.map(({ operation }) => operation))].join(', ');
    return `<li>${escaped(why)}: ${all.length} trials of ${escaped(operations)}</li>`;
  });
}
