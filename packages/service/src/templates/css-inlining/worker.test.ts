import { expect, test } from 'vitest';
import { inlineCss } from './worker.ts';

const page = (css: string, body: string, more = '') =>
  `<html><head><style${more}>${css}</style></head>\n<body>${body}</body></html>`;

test.each<[what: string, css: string, body: string, wanted: string]>([
  ['a rule', 'p { color: red }', '<p class=a>x</p>', '<p style="color:red" class=a>x</p>'],
  [
    'the more specific rule',
    '#i{color:red}.c{color:green}p{color:blue;margin:0}',
    '<p id="i" class="c">x</p>',
    '<p style="margin:0;color:red" id="i" class="c">x</p>',
  ],
  [
    'an attribute before rules',
    'p{color:red;margin:0}',
    '<p style=\'color:"x";\'>x</p>',
    '<p style=\'color:red;margin:0;color:"x"\'>x</p>',
  ],
  [
    'what is important before attributes',
    'p{color:red !important}',
    '<p style=color:blue>x</p>',
    '<p style="color:blue;color:red">x</p>',
  ],
  ['an empty attribute', 'p{color:red}', '<p style>x</p>', '<p style="color:red">x</p>'],
  ['quotes', 'p{font-family:"A B"}', '<P>x', '<P style="font-family:&quot;A B&quot;">x'],
  [
    'fallbacks for older programs',
    'p{background:red;background:linear-gradient(red,blue)}',
    '<p>x</p>',
    '<p style="background:red;background:linear-gradient(red,blue)">x</p>',
  ],
  [
    'combinators',
    'td > a[href]:first-child{color:red}',
    '<table><tr><td><a href="x">1</a><a href="y">2</a></table>',
    '<table><tr><td><a style="color:red" href="x">1</a><a href="y">2</a></table>',
  ],
  [
    'nothing in states and parts',
    'a:hover{color:red}a::before{color:red}a:visited,b{color:red}',
    '<a>x</a><b>y</b>',
    '<a>x</a><b style="color:red">y</b>',
  ],
  ['nothing of media queries', '@media (max-width:600px){p{color:red}}', '<p>x</p>', '<p>x</p>'],
  [
    'tags and Liquid as they are',
    'p{color:red}',
    '<p>[[CONTACT|A|x & y]] {% if a < 3 %}<p title="{{ x }}">[[X|Y]]{% endif %}',
    '<p style="color:red">[[CONTACT|A|x & y]] {% if a < 3 %}<p style="color:red" title="{{ x }}">[[X|Y]]{% endif %}',
  ],
  [
    'conditional comments as they are',
    'p{color:red}',
    '<!--[if mso]><p>x</p><![endif]-->',
    '<!--[if mso]><p>x</p><![endif]-->',
  ],
  ['an element with a slash', 'br{clear:both}', '<br/>', '<br style="clear:both"/>'],
])('inlines %s', (_, css, body, wanted) => {
  expect(inlineCss(page(css, body))).toBe(page(css, wanted));
});

test.each([
  ['for print', 'p{color:red}', ' media="print"'],
  ['with Liquid', 'p{color:{{ account.COLOR }}}', ''],
  ['that is no CSS', '}}}{', ''],
])('leaves a style element %s', (_, css, more) => {
  const html = page(css, '<p>x</p>', more);
  expect(inlineCss(html)).toBe(html);
});

test('again changes nothing that is seen', () => {
  const once = inlineCss(page('p{color:red}', '<p>x</p>'))!;
  expect(inlineCss(once)).toBe(once.replace('style="color:red"', 'style="color:red;color:red"'));
});
