/** Numbers as the decimals that they are written as: 19.99 is a multiple of 0.01, although 19.99 / 0.01 is no integer. */

/** Reports whether a number is a multiple of another one (JSON Schema, "multipleOf"), exactly. */
export function isMultipleOf(value: number, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  if (!Number.isFinite(value)) return false;
  const [whole, part] = [decimal(value), decimal(step)];
  const scale = Math.min(whole.exponent, part.exponent);
  const scaled = ({ digits, exponent }: Decimal) => digits * 10n ** BigInt(exponent - scale);
  return scaled(whole) % scaled(part) === 0n;
}

/** The least multiple that is not below a number. */
export function multipleFrom(value: number, step: number): number {
  const multiple = Math.ceil(value / step) * step;
  const { exponent } = decimal(step);
  return exponent < 0 ? Number(multiple.toFixed(Math.min(-exponent, 100))) : multiple;
}

interface Decimal {
  digits: bigint;
  exponent: number;
}

function decimal(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** JSON of a value. Throws for NaN, the infinities and invalid Dates, of which `JSON.stringify` makes null without a word. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (text?.includes('null')) JSON.stringify(value, finite);
  return text;
}

/** Replacer that lets through all but the numbers and times that JSON does not have. */
export function finite(this: unknown, key: string, value: unknown): unknown {
  const given = value === null ? (this as Record<string, unknown>)[key] : value;
  if (given instanceof Date) throw new Error(`${key || 'the value'} must be a valid Date`);
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  throw new Error(`${key || 'the value'} must be a number of JSON, not ${value}`);
}
