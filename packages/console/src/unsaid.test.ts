import { expect, test } from 'vitest';
import { parseSource, saidTexts } from '../scripts/texts.ts';
import { unsaidTexts } from '../scripts/unsaid.ts';

test.each([
  ['html`<p>Hello ${name}</p>`', ['Hello …']],
  ['html`<p>${name}</p><img alt="A picture">`', ['A picture']],
  ['html`<p class="some words">${isNew && \'new\'}</p>`', ['new']],
  ["html`<p class=\"${isNew ? 'some words' : 'x'}\">1,2</p>`", ['some words']],
  ['html` required data-x="y"`', []],
  ["field({ label: 'key' })", ['key']],
  ["field({ label: isNew ? 'key' : say('Key') })", ['key']],
  ["section('About', rows)", ['About']],
  ['fault(`${name} is wrong`)', ['… is wrong']],
  ["say('About'), words('It is well'), x === 'Not good'", []],
  ["form.get('first-name'), respond('text/html', \"GET\", `${a}/${b}`)", []],
])('in %s, %j is not said', (code, wanted) => {
  expect(unsaidTexts(parseSource('page.ts', code)).map(({ text }) => text)).toEqual(wanted);
});

test.each(['say(`Key ${id}`)', "say('Key ' + id)", "say(isNew ? 'Key' : 'Keys')", "words(textOf('Key'))"])(
  '%s is refused: a text is one literal',
  (code) => {
    expect(() => saidTexts(parseSource('page.ts', code))).toThrow('one literal');
  },
);
