import { describe, expect, test } from 'vitest';
import { languages } from '../platform/text/language.ts';
import * as optIn from './double-opt-in/pages.ts';
import * as ownData from './own-data/pages.ts';
import { samplePage } from './profile/pages.ts';
import { receivingFields } from './profile/receiving.ts';
import * as unsubscribe from './unsubscribe/pages.ts';

const sender = 'Mill & <Sons>';
const email = 'ada@example.org';

describe.each(languages)('pages for recipients in %s', (language) => {
  const subject = { brand: { name: sender }, email, language, preferences: undefined };
  const receiving = { topics: [], everyDays: 3, pausedUntil: new Date('2031-05-01T12:00:00Z'), timeZone: 'UTC' };

  test.each([
    ['confirmation', optIn.askPage(subject)],
    ['confirmed', optIn.confirmedPage(subject)],
    ['already confirmed', optIn.alreadyPage(subject)],
    ['unsubscription', unsubscribe.askPage(subject)],
    ['unsubscribed', unsubscribe.donePage(subject, false)],
    ['own data', ownData.ownDataPage(subject, 'link', true)],
    ['erased data', ownData.erasedPage(subject)],
    ['mail with a link', ownData.linkMail(subject, 'https://news.example.com/').html],
    ['profile', samplePage(subject)],
    ['what a contact receives', receivingFields(receiving as never, language)],
  ])('%s', (_, html) => {
    if (html.startsWith('<!DOCTYPE')) expect(html).toContain(`<html lang="${language}">`);
    const body = html.slice(html.indexOf('<body'));
    expect(body).not.toMatch(/undefined|[{}]|\[object|<Sons>/);
  });
});
