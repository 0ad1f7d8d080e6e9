import { parseBoolean } from './booleans.ts';
import { type DateFormat, dateFormats, parseDate } from './dates.ts';
import { type NumberFormat, numberFormats, parseNumber } from './numbers.ts';

export type ValueFormat = DateFormat | NumberFormat;
export const valueFormats: readonly ValueFormat[] = [...dateFormats, ...numberFormats];

/** A format that fits a column, with a value and how it is read. */
export interface FittingFormat {
  format: ValueFormat;
  example: string;
  /** Absent if the format does not fit this value; then none fits all. */
  value?: string;
}

/** What the values of a column are. */
export interface ColumnValues {
  /** Type of a custom field that takes them. */
  type: 'string' | 'double' | 'boolean' | 'date';
  /** One, or several if the values do not tell; none if no value needs a format. */
  formats: FittingFormat[];
}

/** Longer texts are neither dates nor numbers. */
const maxLength = 40;
/** Share of the values that must be of a type; the others are reported when the rows are stored. */
const enough = 0.5;

/** Looks at the values of a column, one after the other, and tells what they are. */
export class ColumnScan {
  readonly #dates = new FormatScan<DateFormat>(dateFormats, (text, format) => {
    const read = parseDate(text, format);
    return read && [read.date, read.time].filter(Boolean).join(' ');
  });
  readonly #numbers = new FormatScan<NumberFormat>(numberFormats, parseNumber);
  readonly #isTyped: boolean;
  #filled = 0;
  #booleans = 0;
  #words = 0;
  /** Digits that are no number: with a zero in front, such as postal codes, or too many of them. */
  #codes = 0;

  /** @param isTyped whether numbers are those of a workbook, which have a decimal point */
  constructor(isTyped = false) {
    this.#isTyped = isTyped;
  }

  add(cell: string): void {
    const text = cell.trim();
    if (text === '') return;
    this.#filled++;
    if (parseBoolean(text) !== undefined) {
      this.#booleans++;
      if (!/^\d/.test(text)) this.#words++;
    }
    if (/^(?:0\d|\d{16}|\+)/.test(text)) this.#codes++;
    // Most cells are texts or whole numbers, which tell nothing of formats.
    if (/^\d{1,15}$/.test(text)) this.#numbers.read++;
    else if (text.length <= maxLength && /\d/.test(text)) {
      this.#dates.add(text);
      if (!/\p{L}{4}|@/u.test(text)) this.#numbers.add(text);
    }
  }

  result(): ColumnValues {
    const dates = this.#dates;
    const numbers = this.#numbers;
    const isDates = dates.read > numbers.read;
    const isNumbers = numbers.read >= enough * this.#filled && this.#codes === 0;
    const type =
      this.#filled === 0
        ? 'string'
        : this.#booleans === this.#filled && this.#words > 0
          ? 'boolean'
          : dates.read >= enough * this.#filled
            ? 'date'
            : isNumbers
              ? 'double'
              : 'string';
    if (isDates) return { type, formats: dates.fitting() };
    return { type, formats: numbers.fitting(this.#isTyped ? 'decimal-point' : undefined) };
  }
}

/** Finds the formats that fit all values of a column that any of them fits. */
class FormatScan<Format extends ValueFormat> {
  readonly #formats: readonly Format[];
  readonly #parse: (text: string, format: Format) => string | undefined;
  /** Formats that do not fit a value which another one fits. */
  readonly #contradicted = new Set<Format>();
  /** Formats that fit a value which not all of them read as the same. */
  readonly #telltale = new Set<Format>();
  /** First value that formats read as different things, or else that only some of them read. */
  #telling: string | undefined;
  #isTold = false;
  /** Values that at least one format fits. */
  read = 0;

  constructor(formats: readonly Format[], parse: (text: string, format: Format) => string | undefined) {
    this.#formats = formats;
    this.#parse = parse;
  }

  add(text: string): void {
    const values = this.#formats.map((format) => this.#parse(text, format));
    const read = values.filter((value) => value !== undefined);
    if (read.length === 0) return;
    this.read++;
    const isDifferent = new Set(read).size > 1;
    if (!isDifferent && read.length === values.length) return;
    if (this.#telling === undefined || (isDifferent && !this.#isTold)) this.#telling = text;
    this.#isTold ||= isDifferent;
    for (const [index, value] of values.entries())
      (value === undefined ? this.#contradicted : this.#telltale).add(this.#formats[index]!);
  }

  /**
   * Returns the formats that fit all values; if none does, those that fit some of them.
   * @param usual format to which values that several formats read differently belong
   */
  fitting(usual?: Format): FittingFormat[] {
    const example = this.#telling;
    if (example === undefined) return [];
    const all = [...this.#telltale].filter((format) => !this.#contradicted.has(format));
    const isUsual = usual !== undefined && this.#isTold;
    const fits = isUsual ? all.filter((format) => format === usual) : all;
    const left = fits.length > 0 ? fits : this.#formats.filter((format) => this.#telltale.has(format));
    return left.map((format) => {
      const value = this.#parse(example, format);
      return { format, example, ...(value !== undefined && { value }) };
    });
  }
}
