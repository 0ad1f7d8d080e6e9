import type { OperationReport, StatusReport } from './report.ts';
import { countStates, stateBar, stateWord } from './states.ts';
import { escaped } from './xml.ts';

type Status = StatusReport['status'];

/** The operations against their statuses, a table for each group; groups in which all is kept are closed. */
export function operationTables(operations: OperationReport[]): string {
  const columns = [...new Set(operations.flatMap((each) => each.statuses.map(({ status }) => status)))].sort();
  const groups = [...Map.groupBy(operations, ({ group }) => group)].map(([group, members]) =>
    groupTable(group, members, columns),
  );
  return `<p class="filter"><input type="search" placeholder="Filter by name or path" aria-label="Filter">
<label><input type="checkbox" name="open"> only failed or not covered</label>
<label><input type="checkbox" name="all"> expand all groups</label></p>
${groups.join('\n')}`;
}

function groupTable(group: string, operations: OperationReport[], columns: Status[]): string {
  const counted = operations.filter(({ implemented }) => implemented).flatMap(({ statuses }) => statuses);
  const lengths = countStates(counted);
  const { kept } = lengths;
  const sum = counted.length === 0 ? 'not implemented' : `${kept} of ${counted.length} statuses passed`;
  const head = columns.map((status) => `<th scope="col">${status}</th>`).join('');
  return `<details class="group"${kept === counted.length ? '' : ' open'}>
<summary><b>${escaped(group)}</b> <small>${sum}</small> ${stateBar('span', lengths)}</summary>
<div class="scroll"><table><thead><tr><th scope="col">Operation</th>${head}</tr></thead>
<tbody>${operations.map((operation) => row(operation, columns)).join('\n')}</tbody></table></div></details>`;
}

function row({ id, method, path, summary, statuses, implemented }: OperationReport, columns: Status[]): string {
  const cells = columns.map((column) => {
    const found = statuses.find(({ status }) => status === column);
    if (!found) return '<td></td>';
    const state = implemented ? found.state : 'absent';
    const word = implemented ? stateWord[found.state] : 'not implemented';
    return `<td><i class="${state}" title="${word}, ${found.exchanges} exchanges">${column}</i></td>`;
  });
  const isOpen = implemented && statuses.some(({ state }) => state !== 'kept');
  const name = `<b title="${escaped(summary)}">${escaped(id)}</b><span>${method} ${escaped(path)}${implemented ? '' : ' · not implemented'}</span>`;
  return `<tr${isOpen ? '' : ' data-settled'}><th scope="row">${name}</th>${cells.join('')}</tr>`;
}

/** Filters rows, and opens the groups that have some. */
export const tableScript = `
const [search, open, all] = document.querySelectorAll('.filter input');
const groups = [...document.querySelectorAll('.group')];
const first = groups.map((group) => group.open);
const apply = () => {
  const wanted = search.value.trim().toLowerCase();
  groups.forEach((group, i) => {
    const rows = [...group.querySelectorAll('tbody tr')];
    for (const row of rows)
      row.hidden = (open.checked && 'settled' in row.dataset) || !row.textContent.toLowerCase().includes(wanted);
    group.hidden = rows.every((row) => row.hidden);
    group.open = all.checked || (wanted || open.checked ? !group.hidden : first[i]);
  });
};
for (const input of [search, open, all]) input.addEventListener('input', apply);
addEventListener('beforeprint', () => groups.forEach((group) => (group.open = true)));
`;
