import type { Breach, BreachGroup } from './report.ts';

const MOST_LISTED = 4;

/** The most telling first: what fails, what is lost, what is let pass, then what is only written in another way. */
const RANKS: Breach['rule'][] = ['connection', 'state', 'accepted', 'expected', 'root', 'well-formed', 'body'];

/** Breaches of one cause as one: the same is wrong at the same place of the description, whichever operations show it. */
export function grouped(breaches: readonly Breach[]): BreachGroup[] {
  const groups = [...Map.groupBy(breaches, causeOf).values()].map((all) => ({
    ...shortest(all),
    ...firstNames(all),
    cases: [...new Set(all.map(({ about }) => about))],
    operations: [...new Set(all.map(({ operation = 'outside' }) => operation))],
    places: all.length,
  }));
  return groups.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Warnings of one kind as one, whichever member shows it, without those whose cause is told as an error already. */
export function groupedByKind(warnings: readonly Breach[], breaches: readonly Breach[]): BreachGroup[] {
  const told = new Set(breaches.map(causeOf));
  const groups = grouped(warnings.filter((each) => !told.has(causeOf(each))));
  return [...Map.groupBy(groups, ({ rule, message }) => `${rule} ${kindOf(message)}`).values()].map((all) => ({
    ...all[0]!,
    operations: [...new Set(all.flatMap(({ operations }) => operations))],
    places: all.reduce((sum, { places }) => sum + places, 0),
  }));
}

/** A member or parameter, whichever it is, and whatever status came. */
const kindOf = (message: string) =>
  message.replace(/\b(property|parameter) \S+/g, '$1').replace(/\breturned \d+/, 'returned');

/** Returns the breach with the shortest request among those that show the same fault. */
function shortest(all: Breach[]): Breach {
  const length = ({ curl }: Breach) => curl?.length ?? Number.POSITIVE_INFINITY;
  return all.reduce((one, other) => (length(other) < length(one) ? other : one));
}

const firstNames = ([first]: Breach[]) => ({ operation: first!.operation, about: first!.about });

/** Statuses of failures, and what one operation alone does, are told of that operation; the rest is told of all. */
function causeOf({ operation, rule, message }: Breach): string {
  const isOfOperation = ['expected', 'state', 'connection', 'path'].includes(rule) || isFailure(message);
  const what = whatIsWrong(rule, message);
  return JSON.stringify([rule, what.replaceAll(/\[\d+\]|\.\d+(?=\.|\s|$)/g, '[]'), isOfOperation ? operation : '']);
}

function whatIsWrong(rule: Breach['rule'], message: string): string {
  if (rule === 'status' && !isFailure(message)) return message.split(' is not documented')[0]!;
  // Which values show it says nothing of the cause.
  return rule === 'state' ? message.replaceAll(VALUE, 'a value') : message;
}

const VALUE = /"[^"]*"|\b(\d+(\.\d+)?|true|false|null|nothing)\b/g;

const isFailure = (message: string) => /^Status 5\d\d/.test(message);

function rankOf({ rule, message }: Breach): number {
  if (isFailure(message)) return -1;
  const rank = RANKS.indexOf(rule);
  return rank === -1 ? RANKS.length : rank;
}

/** `a, b, c, d and 3 more` */
export function listed(cases: string[]): string {
  const more = cases.length - MOST_LISTED;
  return cases.slice(0, MOST_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** `get` or `get and 3 more` */
export function firstOf([first = 'outside', ...others]: string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
