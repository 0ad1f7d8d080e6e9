/** Text for XML and HTML: markup is escaped, characters that XML cannot carry are left out. */
export function escaped(text: string | number): string {
  return String(text)
    .toWellFormed()
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}
