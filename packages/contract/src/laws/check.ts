import { alike } from '../contract/names.ts';

type Thing = Record<string, unknown>;

/** Properties that were written and are read as something else: `quantity was written as 3 and is read as 2`. */
export function lostWrites(written: unknown, read: unknown, readable: readonly string[]): string[] {
  if (!isThing(written) || !isThing(read)) return [];
  const lost = Object.entries(written).filter(([key, value]) => readable.includes(key) && isLost(value, read[key]));
  const gone = lost.filter(([key]) => read[key] === undefined);
  const told = (some: typeof lost) =>
    some.map(([key, value]) => `${key} was written as ${shown(value)} and is read as ${shown(read[key])}`);
  if (gone.length < 2) return told(lost);
  // That many are forgotten for one reason.
  const names = gone.map(([key]) => key).join(', ');
  return [`${names} were written and are read as nothing`, ...told(lost.filter((each) => !gone.includes(each)))];
}

/** Lists and objects may be completed by a service, so that only one that is not there any more is lost. */
const isLost = (value: unknown, read: unknown) =>
  isComparable(value) ? !isSame(value, read) : !isEmpty(value) && isEmpty(read);
const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** Items that a filter should have left out. */
export function strangers(items: readonly unknown[], key: string, wanted: unknown): string[] {
  const others = items.filter((item) => isThing(item) && item[key] !== undefined && !isSame(wanted, item[key]));
  if (others.length === 0) return [];
  return [`the list with ${key}=${shown(wanted)} has items whose ${key} is ${shown((others[0] as Thing)[key])}`];
}

/** A list that is longer than was asked for. */
export function surplus(items: readonly unknown[], name: string, most: number): string[] {
  return items.length > most ? [`the list with ${name}=${most} has ${items.length} items`] : [];
}

/** Two neighbours that are the wrong way round; texts are in order if any common way to compare them says so. */
export function disorder(items: readonly unknown[], name: string, key: string): string[] {
  const values = items.filter(isThing).map((item) => item[key] as Sortable);
  if (values.some((value) => typeof value !== 'number' && typeof value !== 'string')) return [];
  const areTexts = values.every((value) => typeof value === 'string');
  const orders = areTexts ? [...ORDERS, ...TEXT_ORDERS] : ORDERS;
  const isSorted = orders.some((order) => values.every((value, i) => i === 0 || order(values[i - 1]!, value) <= 0));
  return isSorted ? [] : [`the list with ${name}=${key} is not sorted: ${values.slice(0, 5).map(shown).join(', ')}`];
}

type Sortable = number | string;
type Order = (one: Sortable, other: Sortable) => number;
const natural: Order = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
const ORDERS: Order[] = [natural, (one, other) => natural(other, one)];
const TEXT_ORDERS: Order[] = [
  (one, other) => String(one).localeCompare(String(other)),
  (one, other) => String(other).localeCompare(String(one)),
];

/** Services may trim texts, change their case, and write instants in another form. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') {
    const isInstant = /^\d{4}-\d\d-\d\dT/.test(one) && /^\d{4}-\d\d-\d\d/.test(other);
    return isInstant ? Date.parse(one) === Date.parse(other) : plain(one) === plain(other);
  }
  return String(one) === String(other);
}

const plain = (text: string) => text.trim().toLowerCase();
const isComparable = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const shown = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value));

/** Property of an item that a query parameter filters by: the one of its name. */
export function filteredBy(parameter: string, properties: readonly string[]): string | undefined {
  return properties.find((key) => alike(key, parameter));
}

/** Reports whether a query parameter bounds the length of a list. */
export const isLimit = (name: string): boolean => /^(limit|per_?page|page_?size|size|max_?results|top)$/i.test(name);

/** Reports whether a query parameter says by what a list is sorted. */
export const isSort = (name: string): boolean => /^(sort|sort_?by|order_?by|sort_?field)$/i.test(name);
