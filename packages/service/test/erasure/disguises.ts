/**
 * A text in the forms in which it can stand in a row or a file that was turned into lower case: as it is, in hexadecimal, and
 * in base64, where it looks different at each of the three places of a group. A name is looked for with a capital, too.
 */
export function disguisesOf(text: string): string[] {
  const spellings = [text, text[0]!.toUpperCase() + text.slice(1)];
  const plain = spellings.flatMap((spelling) => [
    spelling,
    ...[0, 1, 2].map((offset) => base64Within(spelling, offset)),
  ]);
  return [...new Set(plain.flatMap((each) => [each.toLowerCase(), Buffer.from(each).toString('hex')]))];
}

/** Characters that base64 has for a text after `offset` other bytes, whatever stands before and after it. */
function base64Within(text: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
  return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
}
