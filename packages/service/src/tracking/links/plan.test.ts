import { describe, expect, test } from 'vitest';
import { linksInHtml } from './in-html.ts';
import { linksInText } from './in-text.ts';
import { trackingPlan } from './plan.ts';

const [a, b] = ['https://example.org/a', 'https://example.org/b?x=1&y=2'];

describe('links in HTML', () => {
  const targets: [html: string, urls: string[]][] = [
    [`<a href="${a}">x</a>`, [a]],
    [`<a href='${a}'>x</a><a href=${a}>y</a>`, [a, a]],
    ['<a href="https://example.org/b?x=1&amp;y=2">x</a>', [b]],
    ['<a href="https://example.org/b?x=1&y=2">x</a>', [b]],
    ['<a href="https://example.org/?a=1&amp;amp;b=2">x</a>', ['https://example.org/?a=1&amp;b=2']],
    ['<a href="https://example.org/?a=1&#38;b=%26&amp;copy=2">x</a>', ['https://example.org/?a=1&b=%26&copy=2']],
    ['<a href=" https://example.org/a\n ">x</a>', [a]],
    ['<a href="HTTPS://Example.ORG">x</a>', ['HTTPS://Example.ORG']],
    ['<a href="https://example.org/a/../b">x</a>', ['https://example.org/a/../b']],
    ['<a href="https://exämple.org/ü?ß">x</a>', ['https://xn--exmple-cua.org/%C3%BC?%C3%9F']],
    [`<area href="${a}">`, [a]],
    [`<a title="<a href='${b}'>" href="${a}">x</a>`, [a]],
    [`<a href="${a}" href="${b}">x</a>`, [a]],
    ['<a href="https://example.org/?id=[CONTACT|ID]">x</a>', ['https://example.org/?id=[CONTACT|ID]']],
    ['<a href="https://example.org/[[CONTACT|CITY|a b]]">x</a>', ['https://example.org/[[CONTACT|CITY|a b]]']],
  ];
  test.each(targets)('%s', (html, urls) => {
    expect(linksInHtml(html).links.map(({ url }) => url)).toEqual(urls);
  });

  const forOutlook: [html: string, wanted: [url: string, label: string][]][] = [
    [
      `<!--[if mso]><a href="${a}">One</a><![endif]--><a href="${b}">Two</a>`,
      [
        [a, 'One'],
        [b, 'Two'],
      ],
    ],
    [
      `<!--[if (gte mso 9)|(IE)]>\n<v:roundrect xmlns:v="urn:x" href="${a}"><center>Go</center></v:roundrect>\n<![endif]-->`,
      [[a, 'Go']],
    ],
    [`<!--[if mso]><v:rect href="${a}" /><![endif]--><p>x</p>`, [[a, '']]],
    [`<!--[if !mso]><!--><a href="${a}">One</a><!--<![endif]-->`, [[a, 'One']]],
    [`<![if !mso]><a href="${a}">One</a><![endif]>`, [[a, 'One']]],
    [
      `<!--[if mso]><a href="${a}">One<![endif]--><!--[if !mso]><!--><a href="${b}">Two<!--<![endif]--></a>`,
      [
        [a, 'One'],
        [b, 'Two'],
      ],
    ],
    [`<!--[if mso]><!-- <a href="${a}">One</a>--><a href="${b}">Two</a>`, [[b, 'Two']]],
    [`<!-- [iframe]> <a href="${a}">One</a><![endif]-->`, []],
  ];
  test.each(forOutlook)('for Outlook: %s', (html, wanted) => {
    const { links } = linksInHtml(html);
    expect(links.map(({ url, label }) => [url, label])).toEqual(wanted);
    expect(links.map(({ start, end }) => html.slice(start, end))).toEqual(wanted.map(([url]) => url));
  });

  const untouched = [
    '<a href="mailto:a@example.org">x</a>',
    '<a href="tel:+491">x</a>',
    '<a href="#top">x</a>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="/relative">x</a>',
    '<a href="">x</a>',
    '<a name="x">x</a>',
    '<a href="[[LINK|UNSUBSCRIBE]]">x</a>',
    '<a href="[[CONTACT|WEBSITE]]">x</a>',
    '<a href="https://[[CONTACT|HOST]]/x">x</a>',
    '<a href="https://example.org[[CONTACT|HOST]]/x">x</a>',
    '<a href="https://example.org/{{ contact.id }}">x</a>',
    '<a href="https://">x</a>',
    `<!-- <a href="${a}">x</a> -->`,
    `<script>var x = '<a href="${a}">';</script>`,
    `<link href="${a}"><img src="${a}">`,
  ];
  test.each(untouched)('not followed: %s', (html) => {
    expect(linksInHtml(html).links).toEqual([]);
  });

  test('the place is that of the address alone, so that it can be replaced', () => {
    const html = `<p><a class="x" href="${a}">one</a> <a href='${a}'>two</a></p>`;
    const { links } = linksInHtml(html);
    const replaced = links.reduceRight((text, { start, end }) => `${text.slice(0, start)}NEW${text.slice(end)}`, html);
    expect(replaced).toBe(`<p><a class="x" href="NEW">one</a> <a href='NEW'>two</a></p>`);
  });

  test('labels are what people read, tags and types come from attributes', () => {
    const html =
      `<a href="${a}" data-link-tags="teaser, top">Read <b>this</b>&nbsp;&amp; that\n </a>` +
      `<a href="${a}"><img alt="A  boat" src="x"></a><a href="${a}" title="Hint">x</a>` +
      `<a href="${a}" download>PDF</a><a href="https://example.org/date.ics?x">Date</a>`;
    expect(linksInHtml(html).links.map(({ label, tags, type }) => [label, tags, type])).toEqual([
      ['Read this & that', ['teaser', 'top'], 'STANDARD'],
      ['A boat', [], 'STANDARD'],
      ['Hint', [], 'STANDARD'],
      ['PDF', [], 'DOWNLOAD'],
      ['Date', [], 'ICAL'],
    ]);
  });

  const pixels: [html: string, before: string][] = [
    ['<html><body><p>x</p></body></html>', '</body></html>'],
    ['<p>x</p>', ''],
    ['<!-- </body> --><p>x</p></BODY >', '</BODY >'],
    ['<p>x</p></body><!--[if mso]></body><![endif]-->', '</body><!--[if mso]></body><![endif]-->'],
  ];
  test.each(pixels)('the pixel of %s stands before "%s"', (html, before) => {
    expect(html.slice(linksInHtml(html).pixelAt)).toBe(before);
  });
});

describe('links in text', () => {
  const rows: [text: string, urls: string[]][] = [
    [`See ${a}.`, [a]],
    [`(${a}), <${b}>`, [a, b]],
    ['https://example.org/x_(y)', ['https://example.org/x_(y)']],
    ['https://example.org/?q=[CONTACT|ID]!', ['https://example.org/?q=[CONTACT|ID]']],
    ['[[LINK|UNSUBSCRIBE]] mailto:x@example.org www.example.org', []],
  ];
  test.each(rows)('%s', (text, urls) => {
    const links = linksInText(text);
    expect(links.map(({ url }) => url)).toEqual(urls);
    expect(links.map(({ start, end }) => text.slice(start, end))).toEqual(urls);
  });
});

describe('trackingPlan', () => {
  const mail = { html: `<a href="${a}">x</a><a href="${a}?[CONTACT|ID]">y</a>`, text: a };
  test('none replaces nothing', () => {
    expect(trackingPlan('none', mail)).toEqual({ html: [], text: [] });
  });
  test.each(['anonymous', 'single-recipient', 'highest-permission'] as const)('%s replaces what it can', (strategy) => {
    const { html, text, pixelAt } = trackingPlan(strategy, mail);
    expect(html.map(({ personal }) => personal)).toEqual([false, true]);
    expect(text.map(({ format }) => format)).toEqual(['text']);
    expect(pixelAt).toBe(mail.html.length);
  });
  test('a mail without HTML has no pixel', () => {
    expect(trackingPlan('anonymous', { html: null, text: a }).pixelAt).toBeUndefined();
  });
});
