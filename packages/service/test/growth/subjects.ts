import { Readable } from 'node:stream';
import type { FilterGroup } from '@mailwright/server';
import { readTable } from '../../src/administration/import/table.ts';
import { readXml } from '../../src/administration/import/xml.ts';
import { readGroup } from '../../src/audiences/filters/read.ts';
import { inOrder, itemsByKey } from '../../src/events/triggers/feed-items.ts';
import { csvRows } from '../../src/imports/reading/csv.ts';
import { parseExpression } from '../../src/mailing-blacklists/expression.ts';
import { typeOfBytes } from '../../src/mailings/attachments/mime-type.ts';
import { fetchFeed } from '../../src/platform/feed/fetch-feed.ts';
import type { GuardedFetch } from '../../src/platform/fetch/fetch.ts';
import { parseEmail } from '../../src/platform/text/email.ts';
import { workerFunctions } from '../../src/platform/workers/worker-pool.ts';
import { judgeAddress } from '../../src/quality/links/judge.ts';
import { readTags } from '../../src/quality/personalization/tags.ts';
import { withClicks } from '../../src/reports/click-map.ts';
import { composeBody } from '../../src/sending/mail/body.ts';
import { findAmpFault } from '../../src/templates/amp/fault.ts';
import { compileTexts, fillTexts } from '../../src/templates/compile-texts.ts';
import { imagesInHtml, replaceImages } from '../../src/templates/images.ts';
import { compileMjml } from '../../src/templates/mjml/compile.ts';
import { insertAtBodyStart } from '../../src/templates/personalization/body.ts';
import { toPlainText } from '../../src/templates/plain-text/to-plain-text.ts';
import { feedPlaces, fillPlaces } from '../../src/templates/rss/content.ts';
import { clientOf } from '../../src/tracking/client/client.ts';
import { trackingPlan } from '../../src/tracking/links/plan.ts';
import { csv, feeds, files, html, importedXml, liquid, mails, mjml, plain, reports, type Shape } from './shapes.ts';

/** Something that reads input which others control. One file beyond 400 lines, because all of them are rows of one list. */
export interface Subject {
  name: string;
  /** Modules below `src` that import the parser; a module with a parser and without a row fails a test. */
  covers: readonly string[];
  /** Operations whose bodies it is. */
  operations?: readonly string[];
  /** Operations of the administration whose bodies it is. */
  adminOperations?: readonly string[];
  /** Other routes whose bodies it is. */
  routes?: readonly string[];
  /** Tools of `/mcp` whose arguments it is. */
  tools?: readonly string[];
  /** Modules below `src` that listen on a port for it. */
  ports?: readonly string[];
  shapes: readonly Shape[];
  /** Characters of the largest input that is allowed. */
  size: number;
  run(text: string): unknown;
  /** Only the operator's own files are read, in a process of their own: nobody waits. */
  alone?: true;
}

const content = 2 * 1024 * 1024;
const fetched = 5 * 1024 * 1024;
const limits = { deadlineMillis: 120_000 };
const quality = new URL('../../src/quality/x.ts', import.meta.url).href;
const bounces = workerFunctions<typeof import('../../src/sending/bounces/reading/read-mail.ts')>(
  new URL('../../src/sending/bounces/receive.ts', import.meta.url).href,
  './reading/read-mail',
);
const answers = workerFunctions<typeof import('../../src/sending/bounces/answers/reading/read-answer.ts')>(
  new URL('../../src/sending/bounces/answers/receive.ts', import.meta.url).href,
  './reading/read-answer',
);
const domainReports = workerFunctions<typeof import('../../src/sending/domain-reports/reading/read-file.ts')>(
  new URL('../../src/sending/domain-reports/receive.ts', import.meta.url).href,
  './reading/read-file',
);
const submission = workerFunctions<typeof import('../../src/transactional/submission/read-message.ts')>(
  new URL('../../src/transactional/submission/submit.ts', import.meta.url).href,
  './read-message',
);
const uploads = workerFunctions<typeof import('../../src/imports/reading/worker.ts')>(
  new URL('../../src/imports/files/upload.ts', import.meta.url).href,
  '../reading/worker',
);
const attention = workerFunctions<typeof import('../../src/quality/attention/worker.ts')>(
  quality,
  './attention/worker',
);
const inlining = workerFunctions<typeof import('../../src/templates/css-inlining/worker.ts')>(
  new URL('../../src/templates/x.ts', import.meta.url).href,
  './css-inlining/worker',
);
const display = workerFunctions<typeof import('../../src/quality/display/worker.ts')>(quality, './display/worker');
const images = workerFunctions<typeof import('../../src/quality/images/worker.ts')>(quality, './images/worker');
const thumbnails = workerFunctions<typeof import('../../src/account/media/thumbnails/worker.ts')>(
  new URL('../../src/account/media/thumbnails/find.ts', import.meta.url).href,
  './worker',
);
const links = workerFunctions<typeof import('../../src/quality/links/worker.ts')>(quality, './links/worker');
const spam = workerFunctions<typeof import('../../src/quality/spam/worker.ts')>(quality, './spam/worker');

/** Awaits work of which a limit, or a message to the author, is a good end. */
const ending = (work: Promise<unknown>) =>
  work.catch((error: Error) => {
    if (!/Error$|Failure$/.test(error.name) || /call stack/i.test(error.message) || error instanceof TypeError)
      throw error;
  });

const noValue = () => undefined;
const values = { tags: () => noValue, liquid: () => () => ({}) };
const fetching =
  (text: string): GuardedFetch =>
  async (url) => ({ status: 200, headers: {}, body: Buffer.from(text), url, redirects: 0, millis: 0 });
const byLines = (text: string) => Readable.from([text.slice(0, 65_536), ...pieces(text.slice(65_536))]);
const pieces = (text: string) =>
  Array.from({ length: Math.ceil(text.length / 65_536) }, (_, at) => text.slice(at * 65_536, (at + 1) * 65_536));
async function drain(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of rows);
}

/** What a mail is made of: links are tracked, tags compiled and filled, the body is encoded. */
async function compile(part: 'html' | 'text', template: string): Promise<void> {
  const mail = { html: part === 'html' ? template : null, text: part === 'text' ? template : null };
  const plan = trackingPlan('single-recipient', mail);
  const replacements = plan[part].map(({ start, end }) => ({ start, end, fill: () => 'https://a/c/x' }));
  const context = part === 'html' ? ('html' as const) : ('plain' as const);
  const empty = { html: { template: '', context: 'html' as const }, text: { template: '', context: 'plain' as const } };
  const texts: typeof empty = { ...empty, [part]: { template, context, replacements } };
  const compiled = await compileTexts('tags', texts, values);
  const { around } = await composeBody({ html: part === 'html', text: part === 'text', attachments: [] });
  around(compiled.forAll!);
  await fillTexts(compiled, {});
}

const item = (text: string) => ({
  title: text.slice(0, 500),
  link: 'https://a/',
  description: text,
  guid: undefined,
  published: undefined,
});
const group = (text: string): FilterGroup => JSON.parse(text);

export const subjects: readonly Subject[] = [
  {
    name: 'HTML of a mail',
    covers: [
      'platform/text/html.ts',
      'templates/personalization/tags.ts',
      'tracking/links/in-html.ts',
      'templates/rss/blocks.ts',
    ],
    shapes: html,
    size: content,
    run: (text) => compile('html', text),
  },
  { name: 'text of a mail', covers: [], shapes: plain, size: content, run: (text) => compile('text', text) },
  {
    name: 'tags of contents',
    covers: [],
    shapes: [...html, ...plain],
    size: content,
    run: (text) => readTags({ html: text }),
  },
  { name: 'start of the body', covers: [], shapes: html, size: content, run: (text) => insertAtBodyStart(text, 'x') },
  {
    name: 'AMP part of a mail',
    covers: ['templates/amp/fault.ts'],
    shapes: html,
    size: content,
    run: (text) => findAmpFault(text),
  },
  {
    name: 'images to grab',
    covers: ['templates/images.ts'],
    shapes: html,
    size: content,
    run: (text) => replaceImages(text, imagesInHtml(text), () => 'x'),
  },
  { name: 'click map', covers: [], shapes: html, size: content, run: (text) => withClicks(text, []) },
  {
    name: 'Liquid',
    covers: [
      'templates/liquid/worker.ts',
      'templates/liquid/read-markup.ts',
      'templates/liquid/engine.ts',
      'templates/liquid/variables.ts',
    ],
    shapes: liquid,
    size: content,
    run: (template) =>
      ending(
        compileTexts('liquid', { html: { template, context: 'html' } }, values).then((compiled) =>
          fillTexts(compiled, {}),
        ),
      ),
  },
  {
    name: 'MJML',
    covers: ['templates/mjml/worker.ts', 'templates/mjml/structure.ts'],
    shapes: mjml,
    size: content,
    run: (source) => ending(compileMjml(source)),
  },
  {
    name: 'text made from HTML',
    covers: ['templates/plain-text/worker.ts'],
    shapes: html,
    size: content,
    run: (source) => ending(toPlainText(source)),
  },
  {
    name: 'filled rss blocks',
    covers: [],
    shapes: [
      { name: 'blocks', open: '<!--rss url="http://a" count="50"-->[[RSS|DESCRIPTION]]<!--/rss-->' },
      {
        name: 'tags of a block',
        head: '<!--rss url="http://a" count="50"-->',
        open: '[[RSS|TITLE]]',
        tail: '<!--/rss-->',
      },
    ],
    size: content,
    run: (text) => {
      const places = feedPlaces({ html: text, text_body: null });
      const items = Array.from({ length: 50 }, () => item('[{<'.repeat(30_000)));
      if (!('fault' in places)) fillPlaces({ html: text, text_body: null }, places, () => items, String);
    },
  },
  {
    name: 'feed',
    covers: ['platform/feed/feed.ts'],
    shapes: feeds,
    size: fetched,
    run: (text) => ending(fetchFeed(fetching(text), 'http://a')),
  },
  {
    name: 'items of a feed in order',
    covers: [],
    shapes: [{ name: 'items', open: 'x' }],
    size: fetched,
    run: (text) => {
      const items = Array.from({ length: 5000 }, (_, at) => item(`${text.slice(0, text.length / 5000 - 4)}${at}`));
      itemsByKey(items, 'TITLE');
      inOrder(items, { rss_order_by: 'TITLE', rss_order_asc: true });
    },
  },
  {
    name: 'attention check',
    covers: ['quality/content/page.ts', 'quality/attention/worker.ts'],
    shapes: html,
    size: content,
    run: (text) =>
      ending(
        attention(
          'judgeMail',
          { html: text, text, type: 'regular', subject: 'x', preview: '', senderAlias: '' },
          limits,
        ),
      ),
  },
  {
    name: 'display check',
    covers: ['quality/content/css.ts', 'quality/display/worker.ts'],
    shapes: html,
    size: content,
    run: (text) => ending(display('judgePage', text, limits)),
  },
  {
    name: 'image check',
    covers: ['quality/images/worker.ts'],
    shapes: html,
    size: content,
    run: (text) => ending(images('readImages', { html: text, most: 10_000 }, limits)),
  },
  {
    name: 'CSS written into HTML',
    covers: ['templates/css-inlining/worker.ts'],
    shapes: html,
    size: content,
    run: (text) => ending(inlining('inlineCss', text, limits)),
  },
  {
    name: 'link check',
    covers: ['quality/links/worker.ts'],
    shapes: [...html, ...plain],
    size: content,
    run: async (text) => {
      const found = await links('readLinks', { html: text, text, most: 10_000 }, limits);
      for (const link of found.links) judgeAddress(link, found.anchors);
    },
  },
  {
    name: 'spam check',
    covers: ['quality/spam/mail.ts', 'quality/spam/worker.ts'],
    shapes: mails,
    size: 2 * content,
    run: (text) => ending(spam('scoreMail', Buffer.from(text), limits)),
  },
  {
    name: 'mail to the bounce port',
    ports: ['sending/bounces/receiver.ts'],
    covers: ['read-mail', 'notice', 'report', 'traces'].map((name) => `sending/bounces/reading/${name}.ts`),
    shapes: mails,
    size: content,
    run: (text) => ending(bounces('readReturned', Buffer.from(text), limits)),
  },
  {
    name: 'answer to a mail',
    covers: ['sending/bounces/answers/reading/read-answer.ts'],
    shapes: mails,
    size: content,
    run: (text) => ending(answers('readAnswer', Buffer.from(text), limits)),
  },
  {
    name: 'report about domains',
    covers: ['read-file', 'aggregate', 'tls'].map((name) => `sending/domain-reports/reading/${name}.ts`),
    operations: ['addDomainReports'],
    shapes: reports,
    size: 9_437_184,
    run: (text) => domainReports('readReportFile', Buffer.from(text), limits),
  },
  {
    name: 'mail with a report',
    covers: [],
    shapes: mails,
    size: 2 * 1024 * 1024,
    run: (text) => ending(bounces('readReportMail', Buffer.from(text), limits)),
  },
  {
    name: 'submitted message',
    ports: ['transactional/submission/server.ts'],
    covers: ['transactional/submission/read-message.ts', 'transactional/submission/submitted-header.ts'],
    shapes: mails,
    size: 16 * 1024 * 1024,
    run: (text) => ending(submission('readMessage', Buffer.from(text), limits)),
  },
  {
    name: 'image file',
    covers: ['quality/images/read.ts'],
    shapes: files,
    size: fetched,
    run: (text) => ending(images('readImage', Buffer.from(text, 'latin1'), limits)),
  },
  {
    name: 'image for a thumbnail',
    covers: ['account/media/thumbnails/worker.ts'],
    shapes: files,
    size: fetched,
    run: (text) => ending(thumbnails('makeThumbnail', Buffer.from(text, 'latin1'), { ...limits, isolated: true })),
  },
  {
    name: 'type of an attachment',
    covers: ['mailings/attachments/mime-type.ts'],
    shapes: files,
    size: fetched,
    run: (text) => ending(typeOfBytes(Buffer.from(text, 'latin1'))),
  },
  {
    name: 'filter',
    covers: [],
    shapes: [
      { name: 'rules', head: '{"rules":[{}', open: ',{"field":"EMAIL","operator":"EQUALS","value":"x"}', tail: ']}' },
      { name: 'nested groups', open: '{"groups":[', middle: '{}', close: ']}' },
    ],
    size: 10_000,
    run: (text) => {
      try {
        readGroup(group(text), new Map());
      } catch (error) {
        if (!('status' in (error as Error)) && !(error instanceof SyntaxError)) throw error;
      }
    },
  },
  {
    name: 'blacklist expression',
    covers: [],
    shapes: [
      { name: 'labels', head: 'a@', open: 'a.' },
      { name: 'stars', open: '*@' },
    ],
    size: content,
    run: parseExpression,
  },
  {
    name: 'email address',
    covers: [],
    shapes: [
      { name: 'labels', head: 'a@', open: 'a-.' },
      { name: 'local part', open: 'a', tail: '@b.c' },
    ],
    size: content,
    run: parseEmail,
  },
  {
    name: 'user agent',
    covers: ['tracking/client/client.ts'],
    shapes: [
      { name: 'words', open: 'Mozilla/5.0 (' },
      { name: 'versions', open: 'Chrome/1.' },
      { name: 'one word', open: 'x' },
    ],
    size: 16_384,
    run: clientOf,
  },
  {
    name: 'CSV import',
    covers: ['imports/reading/csv.ts'],
    shapes: csv,
    size: 4 * fetched,
    run: (text) =>
      ending(
        drain(readTable(csvRows(byLines(text)), { mapping: new Map(), customFields: new Map(), onColumns: noValue })),
      ),
    alone: true,
  },
  {
    name: 'uploaded file',
    covers: ['imports/reading/worker.ts'],
    operations: ['createImport'],
    shapes: csv,
    size: 9_437_184,
    run: (text) => uploads('readFile', { bytes: Buffer.from(text), name: 'a.csv' }, limits),
  },
  {
    name: 'XML import',
    covers: ['administration/import/xml.ts'],
    shapes: importedXml,
    size: fetched,
    run: (text) => ending(drain(readXml(byLines(text)))),
    alone: true,
  },
];
