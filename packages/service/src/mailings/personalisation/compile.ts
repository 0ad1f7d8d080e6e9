import { findTags, type TextContext } from './tags.ts';

/** What a tag is filled with: the same for everybody, looked up for each recipient, or nothing. */
export type Source<Recipient> = string | ((recipient: Recipient) => string | undefined) | undefined;
export type Sources<Recipient> = (namespace: string, field: string) => Source<Recipient>;

/** A text between tags. */
type Literal = string;
/** A tag: its value for a recipient, escaped for where it stands. */
type Slot<Recipient> = (recipient: Recipient) => string;

/** A template as pieces that are joined for each recipient; it begins and ends with a literal, and they take turns. */
export interface Template<Recipient> {
  literals: readonly Literal[];
  slots: readonly Slot<Recipient>[];
}

/**
 * Takes a template apart, once for all recipients. A value is inserted as a value and never read again, so a tag inside
 * of a contact's data stays text. Without a value and a fallback a tag becomes empty; what is the same for everybody is
 * filled in here.
 */
export function compileTemplate<Recipient>(
  template: string,
  context: TextContext,
  sources: Sources<Recipient>,
): Template<Recipient> {
  const literals: Literal[] = [];
  const slots: Slot<Recipient>[] = [];
  let literal = '';
  let passed = 0;
  for (const { namespace, field, fallback, start, end, write } of findTags(template, context)) {
    literal += template.slice(passed, start);
    passed = end;
    const source = sources(namespace, field);
    if (typeof source !== 'function') {
      literal += source ? write(source) : fallback;
      continue;
    }
    literals.push(literal);
    literal = '';
    slots.push((recipient) => {
      const value = source(recipient);
      return value ? write(value) : fallback;
    });
  }
  literals.push(literal + template.slice(passed));
  return { literals, slots };
}

/** The template as one recipient gets it. */
export function render<Recipient>({ literals, slots }: Template<Recipient>, recipient: Recipient): string {
  let text = literals[0]!;
  for (let at = 0; at < slots.length; at++) text += slots[at]!(recipient) + literals[at + 1]!;
  return text;
}
