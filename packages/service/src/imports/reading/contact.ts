import type { SynchronizedContact } from '@mailwright/server';
import { restoreFormula } from '@mailwright/server-runtime/web';
import { type CustomFieldType, valueFault } from '../../people/index.ts';
import { type ColumnTarget, fieldOf } from './columns.ts';
import { faultWords } from './describe-fault.ts';
import { bareAddress } from './values/addresses.ts';
import type { ValueFormat } from './values/column-values.ts';
import { describeAllowed, readValue, type ValueType } from './values/read-value.ts';
import { readTags } from './values/tags.ts';

/** How the cells of rows become values of contacts. */
export interface Mapping {
  /** Targets of the columns, `undefined` for those that are left out. */
  targets: readonly (ColumnTarget | undefined)[];
  /** Formats of the columns whose values need one. */
  formats: readonly (ValueFormat | undefined)[];
  /** Types of the custom fields, by their names. */
  types: ReadonlyMap<string, CustomFieldType>;
  /** Whether a value that a field does not take leaves out the row, or the field alone. */
  onBadValue: 'row' | 'field';
}

/** A value that its field does not take. */
export interface BadValue {
  field: string;
  /** Of the service; a tag that is none has none. */
  code?: number;
  /** In words. */
  fault: string;
}

/** Reads a contact from a row, and its tags. An empty cell leaves its field as it is, and so does a bad value, which is returned apart. */
export function readContact(
  cells: readonly string[],
  mapping: Mapping,
): { contact: SynchronizedContact; tags: string[]; bad: BadValue[] } {
  const contact: SynchronizedContact = {};
  const tags: string[] = [];
  const bad: BadValue[] = [];
  mapping.targets.forEach((target, index) => {
    const text = restoreFormula(cells[index]?.trim() ?? '');
    if (target === undefined || !text) return;
    if (target.kind === 'email') contact.email = bareAddress(text);
    else if (target.kind === 'external_id') contact.external_id = text;
    else if (target.kind === 'tags') {
      const read = readTags(text);
      if ('fault' in read) bad.push({ field: 'tags', fault: read.fault });
      else tags.push(...read.tags);
    }
    if (!('field' in target)) return;
    const type = typeOf(target, mapping.types);
    const format = mapping.formats[index];
    const value = readValue(text, type, format);
    const fieldType = target.kind === 'standard' ? target.kind : mapping.types.get(target.field);
    const fault = valueFault(target.field, fieldType, value ?? text);
    if (value === undefined || fault !== undefined) {
      // A text in another format, such as 2.5 among numbers like 1,5, may still be a number of the field.
      const code = fault?.code ?? (type === 'float' ? 23 : 24);
      bad.push({ field: fieldOf(target), code, fault: describeAllowed(type, format) ?? faultWords(code) });
      return;
    }
    const list = `${target.kind}_fields` as const;
    contact[list] ??= [];
    contact[list].push({ name: target.field, value });
  });
  return { contact, tags, bad };
}

type FieldTarget = Extract<ColumnTarget, { field: string }>;

/** Returns the type of the values of a target; texts for a field that does not exist. */
export function typeOf(target: FieldTarget, types: Mapping['types']): ValueType {
  if (target.kind === 'custom') return types.get(target.field) ?? 'string';
  return target.field === 'BIRTHDAY' || target.field === 'NAMEDAY' ? 'day' : 'string';
}
