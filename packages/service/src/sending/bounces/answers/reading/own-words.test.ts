import { expect, test } from 'vitest';
import { cutQuotingElements, ownWords, plainWords } from './own-words.ts';

const quoted = '\n\n> Spring is here\n> Unsubscribe: https://news.example/u\n';

test.each<[string, string, string]>([
  ['lines with >', `Thanks!${quoted}`, 'Thanks!'],
  [
    'an attribution in English',
    `Thanks!\n\nOn Mon, 2 Mar 2031 at 09:00, Shop <a@b.example> wrote:${quoted}Stop`,
    'Thanks!',
  ],
  [
    'one over two lines',
    'Thanks!\n\nOn Mon, 2 Mar 2031 at 09:00, A very long name of a shop\n<a@b.example> wrote:\nStop',
    'Thanks!',
  ],
  ['one in German', 'Danke!\n\nAm 02.03.31 um 09:00 schrieb Laden:\nAbmelden', 'Danke!'],
  ['one in French', 'Merci !\n\nLe lun. 2 mars 2031 à 09:00, Boutique <a@b.example> a écrit\u00a0:\nStop', 'Merci !'],
  ['one in Spanish', '¡Gracias!\n\nEl lun, 2 mar 2031 a las 9:00, Tienda (<a@b.example>) escribió:\nBaja', '¡Gracias!'],
  ['a line of Outlook', 'Thanks\r\n\r\n-----Original Message-----\r\nFrom: x', 'Thanks'],
  ['underscores', 'Thanks\n________________________________\nunsubscribe', 'Thanks'],
  ['a header', 'Danke\n\nVon: Laden <a@b.example>\nGesendet: Montag\nAn: mich\nabmelden', 'Danke'],
  ['a header in bold', 'Merci\n\n*De :* Boutique\n*Envoyé :* lundi\n*À :* moi', 'Merci'],
  ['a signature', 'Thanks\n-- \nAda\nUnsubscribe from life', 'Thanks'],
  ['the signature of a phone', 'Thanks\n\nSent from my iPhone', 'Thanks'],
  ['a German one', 'Danke\nVon meinem iPhone gesendet', 'Danke'],
  [
    'words of a person that begin like these',
    'On the whole I liked it.\nFrom: nobody',
    'On the whole I liked it.\nFrom: nobody',
  ],
  ['nothing', '', ''],
])('what stands before %s', (_, text, wanted) => {
  expect(ownWords(text)).toBe(wanted);
});

test.each([
  ['lines that begin like an attribution', 'On x\n'.repeat(200_000)],
  ['a line without an end', `Le ${'a'.repeat(1_000_000)}`],
  ['lines that begin like a header', 'de: x\n'.repeat(200_000)],
])('%s are read as far as the limit', (_, text) => {
  expect(ownWords(text).length).toBeLessThanOrEqual(32_768);
});

test.each([
  ['<p>Yes</p><blockquote>No</blockquote>', '<p>Yes</p>'],
  ['Yes<div dir="ltr" class="gmail_quote">No</div>', 'Yes'],
  ['Yes<div id="divRplyFwdMsg">No</div>', 'Yes'],
  ['<p>Yes</p>', '<p>Yes</p>'],
])('%s', (html, wanted) => {
  expect(cutQuotingElements(html)).toBe(wanted);
});

test('accents, apostrophes and spaces are plain', () => {
  expect(plainWords('  Désabonnez‑moi,\n s’il VOUS plaît')).toBe("desabonnez‐moi, s'il vous plait");
});
