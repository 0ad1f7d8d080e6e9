import {
  type Mapping,
  readContact,
  rowFault,
  type SourceRow,
  type TableRow,
  withBadValues,
} from '../../imports/index.ts';
import { tagNames } from '../../people/index.ts';
import type { ForeignFormat } from './from/format.ts';

/** An export of another system that is read. */
export interface ForeignFile {
  format: ForeignFormat;
  /** Names of its columns. */
  header: readonly string[];
  customFields: readonly string[];
  /** Name of the file, without its directory. */
  name: string;
  /** Told of values of a row that no field of the account takes, by their names. */
  onLeftOut(names: readonly string[]): void;
}

/** Reads a row of an export as a contact with its consent. */
export function readForeignRow(
  row: TableRow,
  mapping: Mapping,
  { format, header, customFields, name, onLeftOut }: ForeignFile,
): SourceRow {
  const { line, cells } = row;
  const fault = rowFault(row, mapping.targets.length);
  if (fault !== undefined) return { line, fault };
  const { contact, tags, bad } = readContact(cells, mapping);
  const judged = format.judge((column) => cells[header.indexOf(column)]?.trim() ?? '', name);
  if (typeof judged === 'string') return { line, fault: judged };
  const { fields = [], tags: told = [], unusable = [], ...consent } = judged;
  const isField = (field: string) => customFields.includes(field);
  const known = [...fields.filter(([field]) => isField(field)), ...told.filter(isField).map((tag) => [tag, 'true'])];
  const others = told.filter((tag) => !isField(tag)).map(tagNames.tagName);
  const isTag = (name: string) => tagNames.tagFault(name) === undefined;
  const left = [
    ...fields.map(([field]) => field).filter((field) => !isField(field)),
    ...others.filter((name) => !isTag(name)),
    ...unusable,
  ];
  if (left.length > 0) onLeftOut(left);
  const all = [...tags, ...others.filter(isTag)];
  const custom = [
    ...(contact.custom_fields ?? []),
    ...known.map(([field, value]) => ({ name: field!, value: value! })),
  ];
  const read = {
    line,
    contact: { ...contact, ...(custom.length > 0 && { custom_fields: custom }) },
    ...(all.length > 0 && { tags: all }),
    ...consent,
  };
  return withBadValues(read, bad, mapping);
}
