/** How an input grows: `head`, then `open` as often as there is room, `middle`, `close` as often as `open`, `tail`. */
export interface Shape {
  name: string;
  head?: string;
  /** `#` becomes the number of the repetition. */
  open: string;
  middle?: string;
  close?: string;
  tail?: string;
}

/** An input of a shape with at most `size` characters. */
export function textOf({ head = '', open, middle = '', close = '', tail = '' }: Shape, size: number): string {
  const room = Math.max(0, size - head.length - middle.length - tail.length);
  const numbered = open.includes('#') || close.includes('#');
  const digits = numbered ? 6 : 0;
  const count = Math.max(1, Math.floor(room / (open.length + close.length + digits)));
  const repeat = (piece: string) =>
    piece.includes('#')
      ? Array.from({ length: count }, (_, index) => piece.replaceAll('#', String(index))).join('')
      : piece.repeat(count);
  return head + repeat(open) + middle + repeat(close) + tail;
}

export const html: Shape[] = [
  { name: 'text', open: 'x ' },
  { name: 'one word', open: 'x' },
  { name: 'elements', open: '<p><b>' },
  { name: 'unclosed elements', open: '<div>' },
  { name: 'nested elements', open: '<table>', close: '</table>' },
  { name: 'stray ends', open: '</a#>' },
  { name: 'other names', open: '<a# b#>' },
  { name: 'attributes', head: '<a ', open: 'b#=c ' },
  { name: 'attributes without ends', open: '<a b="' },
  { name: 'links', open: '<a href="http://a/#">x</a>' },
  { name: 'links with tags', open: '<a href="http://a/[[CONTACT|ID]]">' },
  { name: 'images', open: '<img src="http://a/#" srcset="a,b 2x,,">' },
  { name: 'tags', open: '[[CONTACT|ID|x]]' },
  { name: 'tags without ends', open: '[[CONTACT|' },
  { name: 'comments', open: '<!--' },
  { name: 'character references', open: '&amp;&#38;&' },
  { name: 'feed blocks', open: '<!--rss url="http://a" count="1"-->[[RSS|TITLE]]<!--/rss-->' },
  { name: 'styles', open: '<p style="a:url(b);c:d(e)">' },
  { name: 'nested CSS', head: '<style>', open: '@media x{', close: '}' },
  { name: 'CSS brackets', head: '<style>', open: '@supports (' },
  { name: 'CSS rules', head: '<style>', open: 'a#{b:c;d:url( "e" )}' },
];

export const plain: Shape[] = [
  { name: 'words', open: 'x ' },
  { name: 'links', open: 'http://a/# ' },
  { name: 'one link', head: 'http://a/', open: ')' },
  { name: 'link with tags', head: 'http://a/', open: '[[CONTACT|ID]]' },
  { name: 'links in brackets', open: 'http://a/[(' },
  { name: 'tags', open: '[[CONTACT|ID]]' },
  { name: 'brackets', open: '[[' },
];

const mjmlHead = '<mjml><mj-body>';
const mjmlTail = '</mj-body></mjml>';
export const mjml: Shape[] = [
  { name: 'sections', head: mjmlHead, open: '<mj-section><mj-column/></mj-section>', tail: mjmlTail },
  { name: 'nested elements', head: mjmlHead, open: '<mj-wrapper>', close: '</mj-wrapper>', tail: mjmlTail },
  { name: 'unclosed elements', head: mjmlHead, open: '<mj-text>' },
  { name: 'text', head: `${mjmlHead}<mj-text>`, open: 'x ', tail: `</mj-text>${mjmlTail}` },
  { name: 'attributes', head: '<mjml a="', open: 'b#=c ' },
];

export const feeds: Shape[] = [
  {
    name: 'items',
    head: '<rss version="2.0"><channel>',
    open: '<item><title>t</title></item>',
    tail: '</channel></rss>',
  },
  { name: 'attributes', head: '<rss version="2.0"><channel ', open: 'a#="b" ', tail: '></channel></rss>' },
  {
    name: 'nested elements',
    head: '<rss version="2.0"><channel><item>',
    open: '<a>',
    close: '</a>',
    tail: '</item></channel></rss>',
  },
  { name: 'unclosed elements', head: '<rss version="2.0"><channel>', open: '<a>' },
  { name: 'other elements', head: '<rss version="2.0"><channel>', open: '<a#/>', tail: '</channel></rss>' },
  {
    name: 'a long title',
    head: '<rss version="2.0"><channel><item><title>',
    open: '&amp;lt;b&amp;gt;',
    tail: '</title></item></channel></rss>',
  },
  {
    name: 'Atom entries',
    head: '<feed xmlns="http://www.w3.org/2005/Atom">',
    open: '<entry><title>t</title></entry>',
    tail: '</feed>',
  },
  {
    name: 'Atom links',
    head: '<feed xmlns="http://www.w3.org/2005/Atom"><entry>',
    open: '<link rel="self" href="a"/>',
    tail: '</entry></feed>',
  },
  { name: 'namespaces', head: '<rss version="2.0">', open: '<a#:b xmlns:a#="c"/>', tail: '</rss>' },
  {
    name: 'JSON items',
    head: '{"version":"https://jsonfeed.org/version/1.1","title":"t","items":[{}',
    open: ',{"id":"#"}',
    tail: ']}',
  },
  {
    name: 'nested JSON',
    head: '{"version":"https://jsonfeed.org/version/1.1","items":',
    open: '[',
    close: ']',
    tail: '}',
  },
];

export const liquid: Shape[] = [
  { name: 'text', open: 'x ' },
  { name: 'outputs', open: '{{ contact.id }}' },
  { name: 'nested conditions', open: '{% if a %}', close: '{% endif %}' },
  { name: 'conditions', open: '{% if a %}x{% endif %}' },
  { name: 'unclosed conditions', open: '{% if a %}' },
  { name: 'unclosed markup', open: '{{' },
  { name: 'filters', head: '{{ a ', open: '| upcase ', tail: '}}' },
  { name: 'tags between markup', open: '{{ a }}[[CONTACT|ID]]' },
  { name: 'outputs in links', open: '<a href="{% if a %}{% endif %}{{ a }}">' },
];

const report =
  'Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n';

export const mails: Shape[] = [
  { name: 'groups of addresses', head: 'To: ', open: 'g:', tail: '\r\n\r\n' },
  { name: 'header lines', open: 'A#: b\r\n', tail: '\r\n' },
  { name: 'one header line', head: 'Subject: ', open: '=?utf-8?q?a?= ', tail: '\r\n\r\n' },
  { name: 'empty lines', head: report, open: '\r\n' },
  { name: 'Status lines', head: report, open: 'Status: 5.1.1\r\n\r\n' },
  { name: 'Action lines', head: report, open: 'Action: failed\r\n' },
  { name: 'parts', head: 'Content-Type: multipart/mixed; boundary=b\r\n\r\n', open: '--b\r\n\r\n' },
  { name: 'nested parts', open: 'Content-Type: multipart/mixed; boundary=b#\r\n\r\n--b#\r\n' },
  { name: 'HTML without line ends', head: 'Content-Type: text/html\r\n\r\n', open: '<div>' },
];

export const files: Shape[] = [
  { name: 'PNG chunks', head: '\x89PNG\r\n\x1a\n', open: '\0\0\0\0tEXt\0\0\0\0' },
  { name: 'JPEG segments', head: '\xff\xd8', open: '\xff\xe1\0\x02' },
  { name: 'GIF', head: 'GIF89a', open: ',' },
  { name: 'WebP', head: 'RIFF\0\0\0\0WEBPVP8X', open: 'ALPH\0\0\0\0' },
  { name: 'SVG attributes', head: '<svg ', open: 'a="b" ', tail: '>' },
  { name: 'SVG quotes', head: '<svg ', open: 'width="' },
  { name: 'TIFF', head: 'II*\0\x08\0\0\0\xff\xff', open: '\0\x01' },
  { name: 'boxes', head: '\0\0\0\x0cJXL \r\n\x87\n', open: '\0\0\0\x08free' },
  { name: 'ICNS', head: 'icns\xff\xff\xff\xff', open: 'ICON\0\0\0\x08' },
  { name: 'zeros', open: '\0' },
];

export const csv: Shape[] = [
  { name: 'rows', head: 'email;FIRSTNAME\n', open: 'a#@b.c;x\n' },
  { name: 'one row', head: 'email', open: ';a#' },
  { name: 'open quotation mark', head: 'email\n"', open: 'x' },
  { name: 'quotation marks', head: 'email\n"', open: '""' },
  { name: 'short rows', head: 'email\n', open: '\n;' },
];

export const importedXml: Shape[] = [
  { name: 'contacts', head: '<contacts>', open: '<contact><email>a#@b.c</email></contact>', tail: '</contacts>' },
  { name: 'attributes', head: '<contacts ', open: 'a#="b" ', tail: '/>' },
  { name: 'elements', head: '<contacts><contact>', open: '<a/>', tail: '</contact></contacts>' },
  { name: 'a long text', head: '<contacts><contact><email>', open: '&amp;', tail: '</email></contact></contacts>' },
];

const reportHead = '<feedback><policy_published><domain>a.example</domain></policy_published>';
const reportTail = '</feedback>';

/** Reports of receivers: DMARC in XML, TLS in JSON. */
export const reports: Shape[] = [
  {
    name: 'rows',
    head: reportHead,
    open: '<record><row><source_ip>192.0.2.1</source_ip><count>#</count></row></record>',
    tail: reportTail,
  },
  {
    name: 'sources',
    head: reportHead,
    open: '<record><row><source_ip>2001:db8::#</source_ip><count>1</count></row></record>',
    tail: reportTail,
  },
  { name: 'empty rows', head: reportHead, open: '<record/>', tail: reportTail },
  {
    name: 'reasons',
    head: `${reportHead}<record>`,
    open: '<reason><type>a</type></reason>',
    tail: '</record></feedback>',
  },
  { name: 'other elements', head: '<feedback>', open: '<error>#</error>', tail: reportTail },
  { name: 'nested elements', head: '<feedback>', open: '<a>', close: '</a>', tail: reportTail },
  { name: 'unclosed elements', head: '<feedback>', open: '<record><row>' },
  { name: 'attributes', head: '<feedback ', open: 'a#="b" ', tail: '/>' },
  { name: 'a comment', head: '<feedback><!--', open: '<record>', tail: '--></feedback>' },
  { name: 'white space', open: ' \n', tail: '<feedback/>' },
  { name: 'policies in JSON', head: '{"policies":[{}', open: ',{"policy":{"policy-domain":"a#.example"}}', tail: ']}' },
  {
    name: 'failures in JSON',
    head: '{"policies":[{"failure-details":[{}',
    open: ',{"failed-session-count":1}',
    tail: ']}]}',
  },
  { name: 'nested JSON', head: '{"policies":', open: '[', close: ']', tail: '}' },
];
