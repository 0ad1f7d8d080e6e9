import { isDeepStrictEqual } from 'node:util';
import type { Properties, Section } from './model.ts';

/** Values that the API shows where nothing was set. */
const usual = new Map<string, unknown>([
  ['match', 'all'],
  ['batchSize', 1],
]);
/** Null means something here. */
const nullSaysMore = 'again_after_days';

/** Lists whose order says nothing, or are shown in another one, are compared as sets. */
const isListOfTexts = (value: unknown[]): value is string[] => value.every((each) => typeof each === 'string');

/** One form for values that mean the same. `undefined` stands for nothing. */
function normal(value: unknown, key?: string): unknown {
  if (key === nullSaysMore && value === null) return 'never';
  if (typeof value === 'string') return value.replaceAll('\r\n', '\n').normalize('NFC') || undefined;
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined;
    const items = value.map((each) => normal(each) ?? null);
    if (isListOfTexts(items)) return items.toSorted();
    return key === 'groups' ? items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : items;
  }
  if (typeof value === 'object' && value !== null) {
    // The service tells the type of a field in each rule.
    const isRule = 'operator' in value;
    const entries = Object.entries(value)
      .filter(([name]) => !(isRule && name === 'type'))
      .map(([name, part]): [string, unknown] => [name, normal(part, name)])
      .filter(([name, part]) => part !== undefined && usual.get(name) !== part)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries);
  }
  return value || undefined;
}

/** Reports whether two values of a property mean the same. */
export const isSame = (key: string, wanted: unknown, present: unknown): boolean => {
  const [a, b] = [normal(wanted, key), normal(present, key)];
  return isDeepStrictEqual(a === usual.get(key) ? undefined : a, b === usual.get(key) ? undefined : b);
};

/** Adds what a section says by leaving it out. */
export function withDefaults(section: Section, properties: Properties): Properties {
  if (section !== 'segments') return properties;
  const { match, rules, groups, rules_only = false, ...rest } = properties;
  const hasRules = [match, rules, groups].some((part) => part !== undefined);
  return { ...rest, rules_only, ...(hasRules && { match: match ?? 'all', rules: rules ?? [], groups: groups ?? [] }) };
}

/** Returns the properties of a thing that are others than those which are there. */
export const differingKeys = (wanted: Properties, present: Properties): string[] =>
  Object.keys(wanted).filter((key) => !isSame(key, wanted[key], present[key]));

const longestShown = 60;

/** Describes a change of a property in a few words. */
export function describeDifference(key: string, wanted: unknown, present: unknown, file?: string): string {
  if (file !== undefined) return `${key} (${file}, ${lineDifference(String(present ?? ''), String(wanted ?? ''))})`;
  const [before, after] = [present, wanted].map((value) => shortText(value));
  return before === undefined || after === undefined || before === after ? key : `${key} ${before} → ${after}`;
}

function shortText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return 'nothing';
  const isText = typeof value === 'string';
  const isShort = Array.isArray(value) && isListOfTexts(value);
  if (!(isText || isShort || typeof value === 'number' || typeof value === 'boolean')) return undefined;
  const text = isText ? `"${value}"` : isShort ? value.join(', ') || 'nothing' : String(value);
  return text.length > longestShown || text.includes('\n') ? undefined : text;
}

/** Counts lines that only one of two texts has. */
function lineDifference(before: string, after: string): string {
  const [had, has] = [before, after].map((text) => countLines(text));
  const only = (a: Map<string, number>, b: Map<string, number>) =>
    [...a].reduce((sum, [line, count]) => sum + Math.max(0, count - (b.get(line) ?? 0)), 0);
  return `+${only(has!, had!)} −${only(had!, has!)} lines`;
}

function countLines(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text === '' ? [] : text.split(/\r?\n/)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
