/** Longest text that is read: what a person has to say comes first. */
const maxText = 32_768;

/** Lines with which programs begin what they quote, in the languages that people answer in. */
const quotations: readonly RegExp[] = [
  /^[ \t]*-{2,}[ \t]*(?:original message|ursprüngliche nachricht|originalnachricht|message d['’]origine|mensaje original|forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado)/im,
  /^[ \t]*_{20,}[ \t]*$/m,
  // A person's name and an address may push the end of the line to the next one.
  /^[ \t]*(?:on|am|le|el)\b[^\n]{4,200}(?:\n[^\n]{1,200})?(?:wrote|schrieb|a écrit|escribió)[^\n]{0,200}:[ \t]*$/im,
];
/** Fields with which programs repeat the header of what they quote: the sender, and soon below the time. */
const senderField = /^[ \t]{0,20}\*?(?:from|von|de|expéditeur)[ \t]?:/i;
const timeField = /^[ \t]{0,20}\*?(?:sent|date|gesendet|datum|envoyé|enviado|fecha)(?: el| le)?[ \t]?:/i;

/** Returns where such a header begins, or -1. */
function findQuotedHeader(text: string): number {
  const lines = text.split('\n');
  let start = 0;
  for (const [at, line] of lines.entries()) {
    if (senderField.test(line)) {
      const below = lines.slice(at + 1, at + 4);
      const time = below.findIndex((each) => timeField.test(each));
      if (time !== -1 && !below.slice(0, time).includes('')) return start;
    }
    start += line.length + 1;
  }
  return -1;
}

/** The delimiter of signatures (RFC 3676, section 4.3), and what phones write below. */
const signature = /^-- ?$/m;
const phone =
  /^[ \t]*(?:sent from my|sent from (?:outlook|yahoo|mail) |get outlook for|von meinem \S+ gesendet|gesendet von|diese nachricht wurde von meinem|envoyé de mon|envoyé depuis|téléchargez outlook|enviado desde|obtener outlook)[^\n]{0,200}$/gim;

/** Returns what the writer of an answer says, without what the mail quotes and what stands below each mail of the writer. */
export function ownWords(text: string): string {
  const lines = text.slice(0, maxText).replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ');
  const found = [...quotations, signature].map((pattern) => lines.search(pattern));
  const ends = [...found, findQuotedHeader(lines)].filter((end) => end !== -1);
  return lines
    .slice(0, Math.min(lines.length, ...ends))
    .replace(/^[ \t]*>[^\n]{0,2000}$/gm, '')
    .replace(phone, '')
    .trim();
}

/** Elements in which programs put what they quote. */
const quotingElement =
  /<blockquote\b|<div\b[^<>]{0,300}(?:class="?(?:gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote)|id="?(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message-container))/i;

/** Returns HTML up to what it quotes. */
export function cutQuotingElements(html: string): string {
  const end = html.search(quotingElement);
  return end === -1 ? html : html.slice(0, end);
}

/** Returns a text in lower case, without accents and with one space for several, so that patterns need no variants. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
