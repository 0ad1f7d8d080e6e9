/** Signs before the decimals of a number. */
export const numberFormats = ['decimal-point', 'decimal-comma'] as const;
export type NumberFormat = (typeof numberFormats)[number];

const maxLength = 40;
/** Spaces and apostrophes are between thousands wherever people write them. */
const shapes: Record<NumberFormat, RegExp> = {
  'decimal-point':
    /^([+-]?)(\d+|[1-9]\d{0,2}(?:([,\u0020\u00a0\u202f'’])\d{3})(?:\3\d{3})*)?(?:\.(\d*))?(e[+-]?\d{1,3})?$/i,
  'decimal-comma':
    /^([+-]?)(\d+|[1-9]\d{0,2}(?:([.\u0020\u00a0\u202f'’])\d{3})(?:\3\d{3})*)?(?:,(\d*))?(e[+-]?\d{1,3})?$/i,
};
const unitBefore = /^(?:\p{Sc}|EUR|USD|GBP|CHF|Fr\.?) ?/u;
const unitBehind = / ?(\p{Sc}|EUR|USD|GBP|CHF|Fr\.?|%)$/u;

/**
 * Reads a number as people write it, with signs between thousands, a sign of a currency, or a percent sign: 12 % is 0.12, as in
 * a cell of Excel. Returns it with a decimal point, or `undefined` if the text is no number in this format.
 */
export function parseNumber(text: string, format: NumberFormat): string | undefined {
  if (text.length > maxLength || !/\d/.test(text)) return undefined;
  const plain = text
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replace('−', '-')
    .replace(unitBefore, '');
  const unit = unitBehind.exec(plain)?.[1];
  const bare = plain.replace(unitBehind, '');
  const [, sign, whole = '', , decimals = '', exponent = ''] = shapes[format].exec(bare) ?? [];
  if (sign === undefined || whole + decimals === '') return undefined;
  const digits = `${sign === '-' ? '-' : ''}${whole.replaceAll(/\D/g, '') || '0'}${decimals && `.${decimals}`}${exponent}`;
  return unit === '%' ? String(Number((Number(digits) / 100).toPrecision(15))) : digits;
}
