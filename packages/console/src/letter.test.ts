import { expect, test } from 'vitest';
import { letter } from './letter.ts';

const plain = { language: 'de', title: 'Frühling <1>', paragraphs: ['Hallo [[CONTACT|FIRSTNAME|du]],', 'a < b & c'] };

test('texts are escaped, and tags of personalization stay', () => {
  const html = letter(plain);
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('<title>Frühling &lt;1&gt;</title>');
  expect(html).toContain('Hallo [[CONTACT|FIRSTNAME|du]],');
  expect(html).toContain('a &lt; b &amp; c');
});

test('what a mail does not have leaves nothing', () => {
  const html = letter(plain);
  expect(html.match(/<table/g)).toHaveLength(2);
  expect(html).not.toMatch(/<a |<img |undefined|false/);
});

test.each([
  ['a name', { name: 'Garden' }, '>Garden</td>'],
  [
    'a logo',
    { name: 'Garden', logo: 'https://news.example/media/1' },
    'src="https://news.example/media/1" alt="Garden"',
  ],
])('the sender is shown by %s', (_, sender, wanted) => {
  expect(letter({ ...plain, sender })).toContain(wanted);
});

test('buttons have the color of the account, on dark pages the dark one', () => {
  const action = { label: 'Go', address: '[[LINK|DOI_CONFIRM]]' };
  const html = letter({ ...plain, action, colors: { light: '#8a1c4a', dark: '#d98fb1' } });
  expect(html).toMatch(/<a class="l-act" href="\[\[LINK\|DOI_CONFIRM\]\]" style="[^"]*background:#8a1c4a/);
  expect(html).toMatch(/prefers-color-scheme:dark\)\{.*\.l-act\{background:#d98fb1!important/);
  expect(letter({ ...plain, action, colors: { light: '#8a1c4a' } })).not.toContain('.l-act{');
});

test('the way out stands behind the small print', () => {
  const leave = { label: 'Leave', address: '[[LINK|UNSUBSCRIBE]]' };
  expect(letter({ ...plain, footer: 'Garden Ltd', leave })).toMatch(
    /Garden Ltd · <a href="\[\[LINK\|UNSUBSCRIBE\]\]"[^>]*>Leave<\/a>/,
  );
  expect(letter({ ...plain, leave })).not.toContain(' · ');
});
