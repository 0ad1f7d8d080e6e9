import type { TextContext } from './tag-positions.ts';
import { findTags, type Tag } from './tags.ts';

/** Reports whether a value is shown. One of spaces gives way to a fallback, because people would read a gap. */
const isShown = (value: string | undefined, fallback: string): value is string =>
  value !== undefined && value !== '' && (fallback === '' || /\S/.test(value));

/** Value of a tag: constant, looked up for each recipient, or absent. */
export type Source<Recipient> = string | ((recipient: Recipient) => string | undefined) | undefined;
export type Sources<Recipient> = (namespace: string, field: string) => Source<Recipient>;

/** A template as pieces that are joined for each recipient; it begins and ends with a literal, and they take turns. */
export interface Template<Recipient> {
  /** Texts between the tags. */
  literals: readonly string[];
  /** Tags: the value for a recipient, escaped for where it stands. */
  substitutions: readonly ((recipient: Recipient) => string)[];
}

/** A part of a template, such as the address of a tracked link, that another text stands for. */
export interface Replacement<Recipient> {
  start: number;
  /** Behind the last character; `start` to put something in between. */
  end: number;
  /** As it is to stand in the text; undefined leaves what the template has there. */
  fill(recipient: Recipient): string | undefined;
}

/**
 * Takes a template apart, once for all recipients. A value is inserted as a value and never read again, so a tag inside
 * of a contact's data stays text. Without a value and a fallback a tag becomes empty; what is the same for everybody is
 * filled in here.
 * @param replacements in order, none inside of another one
 * @param tags of the template, in order
 */
export function compileTemplate<Recipient>(
  template: string,
  context: TextContext,
  sources: Sources<Recipient>,
  replacements: readonly Replacement<Recipient>[] = [],
  tags: readonly Tag[] = findTags(template, context),
): Template<Recipient> {
  const range = (start: number, end: number) => compilePart(template, start, end, tags, sources);
  const literals: string[] = [''];
  const substitutions: Template<Recipient>['substitutions'][number][] = [];
  const append = (part: Template<Recipient>) => {
    literals[literals.length - 1] += part.literals[0]!;
    for (const [index, substitution] of part.substitutions.entries()) {
      substitutions.push(substitution);
      literals.push(part.literals[index + 1]!);
    }
  };
  let passed = 0;
  for (const { start, end, fill } of replacements) {
    append(range(passed, start));
    const original = range(start, end);
    append({ literals: ['', ''], substitutions: [(recipient) => fill(recipient) ?? render(original, recipient)] });
    passed = end;
  }
  append(range(passed, template.length));
  return { literals, substitutions };
}

/** Compiles a part of a template; of its tags, which are in order, those count that stand in it as a whole. */
export function compilePart<Recipient>(
  template: string,
  from: number,
  to: number,
  tags: readonly Tag[],
  sources: Sources<Recipient>,
): Template<Recipient> {
  const literals: string[] = [];
  const substitutions: Template<Recipient>['substitutions'][number][] = [];
  let literal = '';
  let passed = from;
  for (let at = firstFrom(tags, from); at < tags.length && tags[at]!.end <= to; at++) {
    const { namespace, field, fallback, start, end, write } = tags[at]!;
    literal += template.slice(passed, start);
    passed = end;
    const source = sources(namespace, field);
    if (typeof source !== 'function') {
      literal += isShown(source, fallback) ? write(source) : fallback;
      continue;
    }
    literals.push(literal);
    literal = '';
    substitutions.push((recipient) => {
      const value = source(recipient);
      return isShown(value, fallback) ? write(value) : fallback;
    });
  }
  literals.push(literal + template.slice(passed, to));
  return { literals, substitutions };
}

/** Returns the index of the first tag that starts at the position or behind it. */
function firstFrom(tags: readonly Tag[], position: number): number {
  let [low, high] = [0, tags.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tags[middle]!.start < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The template as one recipient gets it. */
export function render<Recipient>({ literals, substitutions }: Template<Recipient>, recipient: Recipient): string {
  let text = literals[0]!;
  for (let at = 0; at < substitutions.length; at++) text += substitutions[at]!(recipient) + literals[at + 1]!;
  return text;
}
