import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readErrors } from '../../../../spec/docs/errors.ts';
import { sayIn } from '../words.ts';
import { valueForms } from './forms.ts';
import { sayFault } from './said-faults.ts';

const say = sayIn('en');

test.each([
  [
    'createTargetGroup',
    'name must be letters, digits and spaces but was "A+B"',
    'Name: it must be letters, digits and spaces.',
  ],
  ['addMailingTemplate', 'path must match ^\\w[\\w.-]{0,254}$ but was "a b"', 'Path: this value is not accepted.'],
  [
    'setMailingSubject',
    'body must have at most 255 characters but has 300',
    'Subject: at most 255 characters, not 300.',
  ],
  ['setMailingSubject', 'body must have at least 1 character but has 0', 'Subject: fill it in.'],
  ['updateAccountBranding', 'color must have at least 7 characters but has 5', 'Color: at least 7 characters, not 5.'],
  [
    'updateAccountBranding',
    'color "#ff0000" has a contrast of 4 to 1 on the light page, but text needs 4.5 to 1; #e00000 has it',
    'Text in the color “#ff0000” is hard to read. #e00000 is readable.',
  ],
  [
    'createUser',
    'email must be a valid email but was "x"',
    'Email address: it must be an email address, such as ada@example.com.',
  ],
  [
    'createMailing',
    'subject must not contain control characters',
    'Subject: it has invisible characters, which come with copied texts. Type it anew.',
  ],
  ['createMailing', 'name is required; subject is required', 'Name: fill it in. Subject: fill it in.'],
  [
    'setSignOffLimit',
    'above must be at least 1 but was 0',
    'Second person required above this many recipients: at least 1.',
  ],
  [
    'createContactFilter',
    'groups/group[1]/rules/rule[2]: value of field CREATED must be a timestamp YYYY-MM-DD HH:MM:SS but was "Bonn"',
    'Rule 2 of a group: CREATED: enter a date such as 1980-12-31.',
  ],
  [
    'createExperiment',
    'Input of createExperiment cannot be sent: /experiment/share: must be an integer up to ±9007199254740991, not 20.5',
    'Tested on, in percent: enter a whole number.',
  ],
  ['createAutomationProgram', 'start_on/goal_id must be at least 1 but was 0', 'Goal: choose one.'],
  ['createAutomationProgram', 'start_date/hour must not exceed 23 but was 10000', 'Hour of the day: at most 23.'],
  ['createExperiment', 'hours must not exceed 336 but was 999', 'Decided after hours: at most 336.'],
  [
    'createExperiment',
    'send_times must have one time for each of mailing_ids but has 1 for 2 mailings.',
    'Enter a time of day for each variant, or for none.',
  ],
  [
    'createExperiment',
    'hours must be a multiple of 24 to compare revenue of variants that are sent at different times of day but was 4.',
    'Decided after hours: conversions and revenue of variants that are sent at different times of day are compared after whole days. Enter 24 or a multiple of it.',
  ],
  ['createX', 'rules/rule[2].value must be an integer but was "x"', 'Value, number 2: enter a whole number.'],
  [
    'createX',
    'entries/entry[2] must be an address, *@domain or local@* that an address can match but was "x;y"',
    'Line 2: write an address, all of a domain such as *@example.org, or one name at all domains such as postmaster@*.',
  ],
  [
    'createMailingSchedule',
    'date, hours and minutes must be in the future but are 2020-01-01 10:00 in UTC',
    'Choose a time in the future: 2020-01-01 10:00 has passed (UTC).',
  ],
  [
    'requestMailingSignOff',
    'The role editor lacks the right "send", which POST /mailings/{mailingid}/sign-off needs.',
    'You may not do this, or not any more. Ask an administrator of the account for another role.',
  ],
  ['createX', 'Nobody has thought of this.', 'This was not accepted: Nobody has thought of this.'],
])('%s: %s', (operation, message, wanted) => {
  expect(sayFault(say, operation, message)).toBe(wanted);
});

test('a refusal is said in the language of the person', () => {
  const message = 'body must have at most 255 characters but has 1300';
  expect(sayFault(sayIn('de'), 'setMailingSubject', message)).toBe('Betreff: höchstens 255 Zeichen, nicht 1.300.');
});

/** Of requests that the console never sends: bodies and headers of programs, and operations that it does not call. */
const ofPrograms = [
  /^body /,
  /percent-encoded|Idempotency-Key "\{key\}" was already used|is several operations|is not known; did you mean|Prefer/,
  /^\{name\} is not allowed as a name|^"\{name\}" must not be empty|^to_date |^No resource has the path/,
  /of the body must be absent|in the body must be absent|doiplus|use_external_id|^checksum|has not unsubscribed/,
  /standard field|is not a custom field|^must |^\{place\}: \{fault\}$|dispatch|^\{name\} is required with|allowedHours/,
  /attachment|^event and event_id|^start_event, start_date|rss|feed|^html and mjml|^html, text|^html and text|template\.$|^format must be|^customEmail/i,
  /transaction |storeOnly|attribute|^\{faults\}|^to has|The program was started|^urlParams|Automation program with/i,
  /^Only HTTPS|not valid from|pages of other sites|not marked as|mailing blacklist|has no entry|identify the contact|Site with/i,
  /^Too many invalid API keys|^after (?:must be|names|is so old) |^change_tag is|need an operator$|^target_group_id is of/,
];

describe('of the documented messages', () => {
  const filled = (message: string) =>
    message
      .replace('{mailing} is not', 'Mailing with id 7 is not')
      .replace('{name} {fault} but was "{tag}"', 'tag must not have a comma but was "{tag}"')
      .replace(/ (least|most) \{count\} but has/, ' $1 7 characters but has')
      .replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        /count|limit|id|index|max|size|number/.test(name) ? '7' : name === 'email' ? 'ada@example.org' : name,
      );
  const messages = readErrors()
    .filter(({ status }) => [400, 403, 404, 409, 412, 413, 429].includes(status))
    .flatMap((group) => Object.keys(group.messages))
    .filter((message) => !ofPrograms.some((pattern) => pattern.test(message)));

  test.each(messages)('people are told in words: %s', (message) => {
    const said = sayFault(say, 'createMailing', filled(message));
    expect(said).not.toContain('This was not accepted');
    expect(said).not.toMatch(/^[a-z_]+ must |with id|\w_\w/);
  });

  test('most are judged', () => {
    expect(messages.length).toBeGreaterThan(90);
  });
});

/** What only programs write. */
const formsOfPrograms =
  /^(?:the id of a transaction type|the id of an event|small letters, with hyphens|a number with|a status of|whsec_|an id of the form|a word without|a language with|a reason|year-month-day|a duration|a date and time|letters, digits and underscores, beginning|letters, digits, points|hours and spans|ASCII|\* or)/;

test('what the description says of a text is said in all languages', () => {
  const files = globSync('../../../../spec/components/**/*.yaml', { cwd: import.meta.dirname });
  const texts = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n');
  const words = /x-pattern-words:\s*(?:'((?:[^']|'')*)'|([^'\n}]+?))\s*(?:,$|\}|$)/gm;
  const all = new Set([...texts.matchAll(words)].map(([, quoted, plain]) => quoted ?? plain!));
  expect(all.size).toBeGreaterThan(20);
  expect([...all].filter((form) => !formsOfPrograms.test(form) && !valueForms.knows(form))).toEqual([]);
});
