import { expect, test } from 'vitest';
import { toPlainText } from './worker.ts';

test.each([
  [
    'a tag in a heading keeps its letters',
    '<h1>Hi [[CONTACT|FIRSTNAME|"friend"]]</h1>',
    'Hi [[CONTACT|FIRSTNAME|"friend"]]',
  ],
  ['Liquid has its characters', '<p>{% if price &lt; 3 %}Cheap{% endif %}</p>', '{% if price < 3 %}Cheap{% endif %}'],
  [
    'an address follows its text',
    '<p><a href="https://shop.example.com/?a=1&amp;b=[[CONTACT|ID]]">Shop</a></p>',
    'Shop <https://shop.example.com/?a=1&b=[[CONTACT|ID]]>',
  ],
  ['a link of the service', '<a href="[[LINK|UNSUBSCRIBE]]">Leave</a>', 'Leave <[[LINK|UNSUBSCRIBE]]>'],
  ['an address that is its text', '<a href="https://a.example">https://a.example</a>', 'https://a.example'],
  ['a link within the mail', '<a href="#top">Up</a>', 'Up'],
  [
    'an image is its alternative',
    '<a href="https://a.example"><img src="y.png" alt="Tulips"></a>',
    'Tulips <https://a.example>',
  ],
  ['an image without one', '<p>Hi<img src="y.png"></p>', 'Hi'],
  ['cells of a layout', '<table><tr><td>One</td><td>Two</td></tr></table>', 'One\nTwo'],
  ['what a mail hides', '<div style="display:none">Preview</div><style>p{}</style><p>Body</p>', 'Body'],
  ['a list', '<ul><li>One</li><li>Two</li></ul>', ' * One\n * Two'],
  ['a long line is not broken', `<p>${'word '.repeat(60)}</p>`, 'word '.repeat(60).trim()],
])('%s', (_, html, text) => {
  expect(toPlainText(html)).toBe(text);
});

test('HTML that is nested too deeply has no text', () => {
  expect(toPlainText('<div>'.repeat(30_000))).toBeUndefined();
});
