import { expect, test } from 'vitest';
import { readPage } from '../content/page.ts';
import { type Compliance, judgeCompliance } from './compliance.ts';
import { partTags } from './part-tags.ts';
import { type CheckedMail, judgeAttention } from './rules.ts';

const html = '<h1>Spring</h1><p>Everything for the garden <a href="https://a.example/">in the shop</a>';
const good: CheckedMail = {
  type: 'regular',
  subject: 'Everything for your garden in spring',
  preview: 'Seeds, tools and advice',
  senderAlias: 'The garden shop',
  page: readPage(html),
  text: null,
};

test.each<[string, Partial<CheckedMail>, number, string[]]>([
  ['a good one', {}, 100, []],
  ['short', { subject: 'News' }, 92, ['subject_short']],
  ['long', { subject: 'word '.repeat(12) }, 90, ['subject_long']],
  ['loud', { subject: 'EVERYTHING FOR YOUR GARDEN!! IN SPRING' }, 75, ['subject_capitals', 'subject_exclamation']],
  ['no preview', { preview: ' ' }, 88, ['preview_text_missing']],
  ['repeated', { preview: good.subject.toUpperCase() }, 92, ['preview_text_repeats']],
  ['no alias', { senderAlias: '' }, 88, ['sender_alias_missing']],
  ['no links, no heading', { page: readPage('<p>Hi') }, 85, ['links_missing', 'heading_missing']],
  ['late link', { page: readPage(`<h1>${'x '.repeat(400)}</h1><a href=x>y</a>`) }, 92, ['first_link_late']],
  ['pictures', { page: readPage('<h2>A</h2><a href=x><img src=y></a><img src=z>') }, 88, ['images_without_text']],
  ['crowded', { page: readPage(`<h1>x</h1>${'<a href=x>y</a>'.repeat(41)}`) }, 94, ['links_many']],
  ['a book', { page: undefined, text: 'word '.repeat(2000) }, 94, ['reading_time']],
])('%s', (_name, change, score, codes) => {
  const judged = judgeAttention({ ...good, ...change });
  expect([judged.score, judged.findings.map(({ code }) => code)]).toEqual([score, codes]);
});

const out = '<a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a> Imprint: A street 1';
const compliance = (change: Partial<Omit<Compliance, 'htmlTags' | 'textTags'>> & { html?: string }): Compliance => ({
  type: 'regular',
  htmlTags: change.html === undefined ? undefined : partTags(change.html, 'html'),
  textTags: change.text ? partTags(change.text, 'plain') : undefined,
  page: change.html === undefined ? undefined : readPage(change.html),
  text: null,
  publicUrl: 'https://news.example.com',
  ...change,
});

test.each<[string, Parameters<typeof compliance>[0], string[]]>([
  ['all there', { html: out }, []],
  ['no way out', { html: '<p>Imprint' }, ['error unsubscribe_missing']],
  ['no way out of both', { html: '<p>Imprint', text: 'x' }, ['error unsubscribe_missing', 'error unsubscribe_missing']],
  ['one part only', { html: out, text: 'Imprint' }, ['warning unsubscribe_missing']],
  ['no way out of AMP', { html: out, ampTags: partTags('<p>Imprint', 'html') }, ['warning unsubscribe_missing']],
  ['AMP with it', { html: out, ampTags: partTags(out, 'html') }, []],
  ['text alone', { text: 'Impressum: x [[LINK|UNSUBSCRIBE]]' }, []],
  ['placeholder', { html: '[[LINK|UNSUBSCRIBE]] [[ACCOUNT|IMPRINT]]' }, []],
  ['no imprint', { html: '[[LINK|UNSUBSCRIBE]]' }, ['warning imprint_missing']],
  ['a trigger', { type: 'trigger', html: 'Imprint' }, ['info unsubscribe_missing']],
  ['opt-in', { type: 'doi', html: 'Hi' }, ['info imprint_missing']],
  ['at home', { html: out, publicUrl: 'https://localhost:8443' }, ['info public_url_local']],
])('compliance: %s', (_name, change, wanted) => {
  const findings = judgeCompliance(compliance(change));
  expect(findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual(wanted);
});
