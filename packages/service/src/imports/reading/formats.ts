import { fieldOf } from './columns.ts';
import { type Mapping, typeOf } from './contact.ts';
import type { ColumnValues, FittingFormat, ValueFormat } from './values/column-values.ts';
import { dateFormats } from './values/dates.ts';
import { numberFormats } from './values/numbers.ts';
import type { ValueType } from './values/read-value.ts';

/** Several formats fit the values of a column, and none was chosen. */
export class OpenFormatError extends Error {
  override name = 'OpenFormatError';
  /** Formats of this kind, dates or numbers. */
  readonly possible: readonly ValueFormat[];

  constructor(message: string, possible: readonly ValueFormat[]) {
    super(message);
    this.possible = possible;
  }
}

/** Returns the formats that values of a type can have; none if they need no format. */
function formatsOf(type: ValueType): readonly ValueFormat[] {
  switch (type) {
    case 'date':
    case 'timestamp':
    case 'day':
      return dateFormats;
    case 'integer':
    case 'float':
    case 'double':
      return numberFormats;
    default:
      return [];
  }
}

/**
 * Returns the format of each column: the given one, or the only one that fits. Columns of texts and those that are left out have
 * none.
 * @param values of the columns
 * @param given format that the user names for a column of a kind of formats
 * @throws OpenFormatError if several fit and none is given; Error in words, if the given one is for other values
 */
export function chooseFormats(
  names: readonly string[],
  targets: Mapping['targets'],
  values: readonly ColumnValues[],
  types: Mapping['types'],
  given: (possible: readonly ValueFormat[], column: number) => string | undefined,
): (ValueFormat | undefined)[] {
  return targets.map((target, index) => {
    const type = target !== undefined && 'field' in target ? typeOf(target, types) : 'string';
    const possible = formatsOf(type);
    if (possible.length === 0) return undefined;
    const wanted = given(possible, index);
    const chosen = possible.find((format) => format === wanted);
    const field = fieldOf(target!);
    if (wanted !== undefined && chosen === undefined)
      throw new Error(
        `the column "${names[index]}" cannot have the format ${wanted} for the field ${field}; allowed: ${possible.join(', ')}`,
      );
    const fitting = (values[index]?.formats ?? []).filter(
      // Whole numbers have signs between thousands, and no decimals.
      ({ format, value }) => possible.includes(format) && !(type === 'integer' && value?.includes('.')),
    );
    if (chosen !== undefined || fitting.length < 2) return chosen ?? fitting[0]?.format;
    throw new OpenFormatError(describeOpen(names[index]!, fitting), possible);
  });
}

/** Says which formats fit a column, and that one must be chosen. */
function describeOpen(name: string, fitting: readonly FittingFormat[]): string {
  const readings = fitting.map(({ format, value }) => `${format} (${value ?? 'not this one'})`).join(' or ');
  const values = fitting.some(({ value }) => value === undefined)
    ? 'are in several formats'
    : 'do not tell their format';
  return `the values of the column "${name}" ${values}, such as ${fitting[0]!.example}; choose ${readings}`;
}
