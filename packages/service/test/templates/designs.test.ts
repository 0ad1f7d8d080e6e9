import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languages } from '../../src/platform/text/language.ts';
import { readMessageFile } from '../../src/platform/text/messages.ts';
import { readPage } from '../../src/quality/content/page.ts';
import { judgePage } from '../../src/quality/display/worker.ts';
import { findLinks } from '../../src/quality/links/find.ts';
import { judgeAddress } from '../../src/quality/links/judge.ts';
import { judgeSize } from '../../src/quality/message-size/judge.ts';
import { designs, findTags } from '../../src/templates/index.ts';

const { designNames, designContents, describeDesign, textsOfDesign } = designs;
const all = designNames.flatMap((design) => languages.map((language) => ({ design, language })));

test('each file is a design, and each design has a file', () => {
  const files = readdirSync(new URL('../../designs/', import.meta.url)).filter((file) => file.endsWith('.mjml'));
  expect(files.map((file) => file.replace('.mjml', '')).sort()).toEqual([...designNames].sort());
});

test.each(designNames)('%s shows all its texts', (design) => {
  const { shared, [design]: own } = readMessageFile('en').designs as unknown as Record<string, Record<string, string>>;
  const shown = [...textsOfDesign(design)].filter((name) => !['language', 'closing'].includes(name));
  const told = ['name', 'about', 'subject', 'preview'];
  expect(Object.keys(own!).filter((name) => !shown.includes(name) && !told.includes(name))).toEqual([]);
  expect(shown.filter((name) => own![name] === undefined && shared![name] === undefined)).toEqual([]);
});

test.each(all)('$design in $language is made of MJML without fault or warning', async ({ design, language }) => {
  const { html, text } = await designContents(design, { language, hasImprint: false });
  const { findings, clients } = judgePage(html);
  expect(findings).toEqual([]);
  expect(clients.filter(({ state }) => state !== 'success')).toEqual([]);
  expect(judgeSize({ message: html.length + text.length, html, text, attachments: [] }).findings).toEqual([]);
  expect(Buffer.byteLength(html)).toBeLessThan(40 * 1024);
  expect(html).toContain(`lang="${language}"`);
  expect(html).not.toMatch(/@\{|<mj-|undefined/);
});

test.each(all)('$design in $language asks no other host, and leads only to examples', async ({ design, language }) => {
  const { html, text } = await designContents(design, { language, hasImprint: false });
  const page = readPage(html);
  expect(page.elements.filter(({ name }) => ['img', 'link', 'script'].includes(name))).toEqual([]);
  expect(html).not.toMatch(/url\(|@import/);
  for (const link of findLinks(page, text)) {
    expect(link.url).toMatch(/^(?:https:\/\/www\.example\.com\/|\[\[LINK\|(?:UNSUBSCRIBE|PROFILE|ONLINE)\]\])$/);
    if (!link.url.startsWith('[[')) expect(judgeAddress(link, new Set())).toEqual([]);
  }
});

test.each(all)('tags of $design in $language have values in every account', async ({ design, language }) => {
  const [sample, own] = await Promise.all(
    [false, true].map((hasImprint) => designContents(design, { language, hasImprint })),
  );
  const { subject, preview } = describeDesign(design, language);
  const tagsOf = (template: string, context: 'html' | 'plain') =>
    findTags(template, context).map(({ namespace, field }) => `${namespace}|${field}`);
  const known = [
    'ACCOUNT|NAME',
    'CONTACT|FIRSTNAME',
    'CONTACT|FULLNAME',
    'LINK|UNSUBSCRIBE',
    'LINK|PROFILE',
    'LINK|ONLINE',
  ];
  const used = [
    ...tagsOf(sample!.html, 'html'),
    ...tagsOf(sample!.text, 'plain'),
    ...tagsOf(subject + preview, 'plain'),
  ];
  expect(used.filter((tag) => !known.includes(tag))).toEqual([]);
  for (const [part, context] of [
    [sample!.html, 'html'],
    [sample!.text, 'plain'],
  ] as const) {
    const contactTags = findTags(part, context).filter(({ namespace }) => namespace === 'CONTACT');
    expect(contactTags.filter(({ fallback }) => fallback === '')).toEqual([]);
    expect(tagsOf(part, context)).toContain('LINK|UNSUBSCRIBE');
  }
  expect(
    [tagsOf(own!.html, 'html'), tagsOf(own!.text, 'plain')].every((tags) => tags.includes('ACCOUNT|IMPRINT')),
  ).toBe(true);
});

test.each(all)('the subject of $design in $language fits on phones', ({ design, language }) => {
  const { subject, preview, name, about } = describeDesign(design, language);
  expect(subject.length).toBeGreaterThanOrEqual(30);
  expect(subject.length).toBeLessThanOrEqual(50);
  expect(preview).not.toBe('');
  expect(preview).not.toBe(subject);
  expect([name, about].every((text) => text.length > 3)).toBe(true);
});

test('texts have no signs of their own: they are shown in mails, pages and lists as they are', () => {
  const texts = languages.flatMap((language) =>
    Object.entries(readMessageFile(language).designs!).flatMap(([design, own]) =>
      Object.entries(own).map(([name, text]) => [`${language} ${design} ${name}`, String(text)] as const),
    ),
  );
  expect(texts.filter(([, text]) => /[<>&{}]|'| {2}/.test(text))).toEqual([]);
});
