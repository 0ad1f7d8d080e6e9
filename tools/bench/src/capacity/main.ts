import { parseArgs } from 'node:util';
import { measureCosts } from './measure.ts';
import { type Cost, habits, type Load, needOf, type UnitCosts } from './model.ts';

const help = `npm run capacity [-- --contacts N --mails N --measure N --json]

Measures what single contacts, mails, openings and clicks cost on this machine, on a PostgreSQL server of its own, and says
what installations of several sizes need in their busiest hour. About two minutes.

  --contacts N --mails N   of one installation, mails a month, instead of the usual sizes
  --measure N              people with whom the costs are measured (default: 20000)
  --json                   one object with the costs and the needs

  npm run capacity -- --contacts 3000000 --mails 40000000
`;

const sizes: Load[] = [
  { contacts: 1e5, mailsPerMonth: 1e6 },
  { contacts: 1e6, mailsPerMonth: 1e7 },
  { contacts: 1e7, mailsPerMonth: 1e8 },
  { contacts: 1e8, mailsPerMonth: 1e9 },
  { contacts: 1e9, mailsPerMonth: 1e10 },
];

const number = (value: number, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const size = (bytes: number) => (bytes < 1e12 ? `${number(bytes / 1e9)} GB` : `${number(bytes / 1e12, 1)} TB`);
const cores = (value: number) => (value < 9.95 ? number(value, 1) : number(value));

const options = {
  contacts: { type: 'string' },
  mails: { type: 'string' },
  measure: { type: 'string', default: '20000' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;
const { values } = parseArgs({ options });
if (values.help) {
  console.log(help);
  process.exit(0);
}
const loads =
  values.contacts === undefined && values.mails === undefined
    ? sizes
    : [{ contacts: count('contacts'), mailsPerMonth: count('mails') }];
const costs = await measureCosts(count('measure'), (what) => console.error(`${what} …`));
if (values.json)
  console.log(JSON.stringify({ habits, costs, needs: loads.map((load) => [load, needOf(load, costs)]) }));
else console.log(`${costTable(costs)}\n\n${needTable(loads, costs)}`);

function count(name: 'contacts' | 'mails' | 'measure'): number {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value > 0) return value;
  console.error(`--${name} must be a number above 0; see --help.`);
  return process.exit(1);
}

function costTable(all: UnitCosts): string {
  const rows = Object.entries(all).map(([what, { bytes, walBytes, serviceMillis, databaseMillis }]: [string, Cost]) => [
    what,
    number(bytes),
    number(walBytes),
    number(serviceMillis * 1000),
    number(databaseMillis * 1000),
  ]);
  return table(['One', 'Bytes stored', 'Bytes of WAL', 'µs of the service', 'µs of PostgreSQL'], rows);
}

function needTable(all: Load[], of: UnitCosts): string {
  const rows = all.map((load) => {
    const need = needOf(load, of);
    return [
      `${number(load.contacts / 1e6, load.contacts < 1e6 ? 1 : 0)} M`,
      `${number(load.mailsPerMonth / 1e6)} M`,
      number(need.mailsPerSecond),
      number(need.eventsPerSecond),
      cores(need.workerCores),
      cores(need.apiCores),
      cores(need.databaseCores),
      size(need.diskBytes),
      size(need.walBytesPerDay),
      need.engine,
    ];
  });
  const heads = [
    'Contacts',
    'Mails a month',
    'Mails/s',
    'Events/s',
    'Worker cores',
    'API cores',
    'Database cores',
    'Disk',
  ];
  return table([...heads, 'WAL a day', 'Database'], rows);
}

function table(heads: string[], rows: string[][]): string {
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`;
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
