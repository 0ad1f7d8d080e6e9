import { expect, test } from 'vitest';
import { type Content, html } from './html.ts';

test.each<[Content, string]>([
  ['<b>&"\'', '&lt;b&gt;&amp;&quot;&#39;'],
  [0, '0'],
  [false, ''],
  [null, ''],
  [undefined, ''],
  [['<', html`<i>${'&'}</i>`, [1, 2]], '&lt;<i>&amp;</i>12'],
  [html`${html`<b>${'<'}</b>`}`, '<b>&lt;</b>'],
])('%j becomes %s', (content, wanted) => {
  expect(String(html`<p title="${content}">${content}</p>`)).toBe(`<p title="${wanted}">${wanted}</p>`);
});
