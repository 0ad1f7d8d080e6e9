/** Appends a whole number in groups of seven bits, the lowest first; all but the last group have their highest bit set. */
export function writeVarint(bytes: number[], value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Not a whole number from 0: ${value}`);
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

/** The number that begins at an offset and the offset behind it; undefined when there is none. */
export function readVarint(bytes: Uint8Array, offset: number): { value: number; next: number } | undefined {
  let value = 0;
  let factor = 1;
  for (let at = offset; at < bytes.length; at++) {
    const byte = bytes[at]!;
    value += (byte & 127) * factor;
    if (value > Number.MAX_SAFE_INTEGER) return undefined;
    if (byte < 128) return { value, next: at + 1 };
    factor *= 128;
  }
  return undefined;
}
