/** Matches numbers that may exceed the precision of a JavaScript number. */
const suspicious = /\d{16}|\de\+?\d{3}/i;
const tokens = /"(?:[^"\\]|\\.)*"?|-?\d[\d.e+-]*/gi;

/** The first number of a JSON document that JavaScript would read as another integer, or as none at all. */
export function numberBeyond(json: string): string | undefined {
  if (!suspicious.test(json)) return undefined;
  for (const [token] of json.matchAll(tokens)) if (token[0] !== '"' && isBeyond(token)) return token;
  return undefined;
}

/** Fractions are rounded by nature; an integer that is written in the same digits again has lost nothing. */
function isBeyond(token: string): boolean {
  const number = Number(token);
  if (!Number.isFinite(number)) return true;
  return /^-?\d+$/.test(token) && String(number) !== token && BigInt(number) !== BigInt(token);
}
