import { expect, test } from 'vitest';
import { anchorOf, headingsOf, itemsOf, linksOf, pathsOf, sectionsOf } from './markdown.ts';

test.each([
  ['a [page](rules.md) and [its part](a/b.md#one)', [{ path: 'rules.md' }, { path: 'a/b.md', section: 'one' }]],
  ['[here](#part)', [{ path: '', section: 'part' }]],
  ['[web](https://example.com/a.md) and `[code](a.md)`', []],
  ['```\n[fence](a.md)\n```\n[after](b.md)', [{ path: 'b.md' }]],
])('links of %j', (text, wanted) => {
  expect(linksOf(text)).toEqual(wanted);
});

test.each([
  ['`reply` is checked', 'reply-is-checked'],
  ["The link to one's own data", 'the-link-to-ones-own-data'],
  ['Hosts, ports; names', 'hosts-ports-names'],
  ['See [rules](rules.md)', 'see-rules'],
])('the anchor of %j is %j', (heading, wanted) => {
  expect(anchorOf(heading)).toBe(wanted);
});

test('headings and sections', () => {
  const text = '# Page\n\n## One\n\n```sh\n# no heading\n```\n\n## One\n\n### Two\n';
  expect(headingsOf(text, 2)).toEqual(['One', 'One']);
  expect([...sectionsOf(text)]).toEqual(['page', 'one', 'one-1', 'two']);
});

test.each([
  ['`spec/openapi.yaml`, `app/` and `statements.txt`', ['spec/openapi.yaml', 'app/']],
  ['`operations/<tag>`, `npx vitest run spec/a`, `@mailwright/client`', []],
])('paths of %j', (text, wanted) => {
  expect(pathsOf(text)).toEqual(wanted);
});

test('items of lists', () => {
  expect(itemsOf('Text\n\n- one\n- two,\n  continued\n\nText\n- three\n')).toEqual(['one', 'two, continued', 'three']);
});
