import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { CampaignAccount } from '../../src/cli/campaigns/account.ts';
import { applyCampaigns } from '../../src/cli/campaigns/apply.ts';
import { findCampaignDifferences } from '../../src/cli/campaigns/differences.ts';
import { pullCampaigns, writeFiles } from '../../src/cli/campaigns/pull.ts';
import { readCampaigns } from '../../src/cli/campaigns/read.ts';
import { fillVariables } from '../../src/cli/campaigns/variables.ts';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const mjml = `<mjml><mj-body><mj-section><mj-column><mj-text>Hello [[CONTACT|FIRSTNAME|friend]]</mj-text>
<mj-text><a href="[[LINK|UNSUBSCRIBE]]">Leave</a></mj-text></mj-column></mj-section></mj-body></mjml>\n`;
const yaml = `fields:
  - { name: PLAN, type: string }
  - { name: NEWS, type: boolean }
templates:
  - { path: news/base, name: Base, tags: [spring], mjml: base.mjml }
  - { path: plain, html: page.html }
segments:
  - name: Gr\u00f6\u00dfte K\u00e4ufer
    match: any
    rules: [{ field: PLAN, is_customfield: true, operator: IN, values: [gold, silver] }]
    groups: [{ rules: [{ field: CITY, operator: EQUALS, value: Paris }, { field: CREATED, operator: WITHIN_DAYS, value: '7' }] }]
  - { name: Readers of spring, rules_only: true, rules: [{ operator: OPENED, mailing: Spring news, days: 30 }] }
mailings:
  - name: Spring news
    subject: Spring has come
    preview_text: And the tulips
    sender: news@example.com
    sender_alias: Garden
    recipient_alias: '[[CONTACT|FIRSTNAME|friend]]'
    reply_to: answers@example.com
    segment: Gr\u00f6\u00dfte K\u00e4ufer
    tags: [spring, sale]
    locale: de
    tracking: anonymous
    html: page.html
    text: page.txt
  - { name: From a template, type: trigger, subject: Welcome, template: news/base }
  - { name: Asks, type: doi, subject: Please confirm, doi_key: asks, mjml: base.mjml }
programs:
  - name: Welcome
    start_event: shop.order
    again_after_days: null
    segment: Gr\u00f6\u00dfte K\u00e4ufer
    goal: { segment: Readers of spring }
    steps:
      - { kind: send, name: first, mailing: From a template }
      - { kind: wait, duration: P2D }
      - { kind: branch, segment: Readers of spring, matching: last }
      - { kind: set, field: PLAN, is_customfield: true, value: gold }
      - { kind: end, name: last }
  - { name: After it, start_on: { kind: program_ended, program: Welcome }, steps: [{ kind: end }] }
forms:
  - name: Web site
    consent: I would like to receive the newsletter.
    fields: [{ name: FIRSTNAME, required: true }]
    topics: [{ field: NEWS, label: News }]
    doi_mailing: asks
    thanks: Thank you
    active: false
webhooks:
  - url: \${MAILWRIGHT_WEBHOOK_1_URL}
    events: [unsubscription, bounce]
    standardFields: [FIRSTNAME]
    urlParams: [{ name: token, custom_value: '\${MAILWRIGHT_WEBHOOK_1_TOKEN}' }]
`;
/** A segment with rules only has become one that mailings can go to. */
const settled = yaml.replace('rules_only: true, rules', 'rules');
const variables = new Map([
  ['MAILWRIGHT_WEBHOOK_1_URL', 'https://hooks.example.com/mail?key=in-the-url'],
  ['MAILWRIGHT_WEBHOOK_1_TOKEN', 'in-a-parameter'],
]);

describe.each(databases())('campaigns as code on $kind', ({ open }) => {
  let service: TestService;
  const root = mkdtempSync(join(inject('runDirectory'), 'campaigns-'));
  const write = (name: string, text: string) => writeFileSync(join(root, name), text);
  beforeAll(async () => {
    service = await startTestService(await open());
    await service.client.transactions.createType({ body: { name: 'shop.order' } }).orThrow();
    write('campaigns.yaml', yaml);
    write('base.mjml', mjml);
    write('page.html', '<p>Spring</p>\r\n<a href="[[LINK|UNSUBSCRIBE]]">Leave</a>\r\n');
    write('page.txt', 'Spring\n[[LINK|UNSUBSCRIBE]]\n');
  });
  afterAll(() => service?.close());

  const account = () => CampaignAccount.open(service.client);
  const read = (directory = root) => fillVariables(readCampaigns(directory), (name) => variables.get(name));
  const plan = async (directory?: string) => findCampaignDifferences(read(directory), await account());
  const secrets: string[] = [];
  const apply = async () => {
    const done: string[] = [];
    const tools = {
      tellDone: (text: string) => done.push(text),
      tellSecret: (_: unknown, secret: string) => secrets.push(secret),
    };
    return { done, ended: await applyCampaigns(read(), await account(), tools).catch((error: Error) => error.message) };
  };
  const texts = ({ changes }: Awaited<ReturnType<typeof plan>>) => changes.map(({ text }) => text);

  test('what fails in the middle is told, and a second run goes on', async () => {
    write('campaigns.yaml', yaml.replace('duration: P2D', 'duration: P9999D'));
    const first = await apply();
    expect(first.ended).toMatch(
      /^campaigns\.yaml:\d+: programs\[0\]: program "Welcome": .+\n9 of 13 changes were made/,
    );
    expect(first.done).toHaveLength(9);
    write('campaigns.yaml', yaml);
    expect((await apply()).done).toEqual([
      '+ program "Welcome": create',
      '+ program "After it": create',
      '+ form "Web site": create',
      expect.stringMatching(/^\+ webhook "\$\{MAILWRIGHT_WEBHOOK_1_URL\}": create$/),
    ]);
    expect(secrets).toEqual([expect.stringMatching(/^whsec_/)]);
  });

  test('a second time changes nothing, and nothing was sent or released', async () => {
    expect(texts(await plan())).toEqual([]);
    expect((await apply()).done).toEqual([]);
    const states = (await service.client.marketingAutomation.list().orThrow()).map(({ state }) => state);
    expect(states).toEqual(['draft', 'draft']);
    const mailingid = await service.client.mailings.getIdByName({ mailingName: 'Spring news' }).orThrow();
    expect(await service.client.mailings.getState({ mailingid }).orThrow()).toBe('draft');
    expect(await service.client.mailings.getHtml({ mailingid }).orThrow()).toContain('<p>Spring</p>');
    const made = await service.client.mailings.getIdByName({ mailingName: 'From a template' }).orThrow();
    expect(await service.client.mailings.getMjml({ mailingid: made }).orThrow()).toBe(mjml);
  });

  test('what is pulled is what is there, without secrets', async () => {
    const copy = join(mkdtempSync(join(inject('runDirectory'), 'pulled-')), 'new');
    const { files, notes } = await pullCampaigns(await account());
    writeFiles(copy, files);
    const written = [...files.values()].join('\n');
    for (const value of variables.values()) expect(written).not.toContain(value);
    expect(notes).toEqual([
      expect.stringContaining('MAILWRIGHT_WEBHOOK_1_TOKEN'),
      expect.stringContaining('MAILWRIGHT_WEBHOOK_1_URL'),
    ]);
    const { changes, unmanaged } = await plan(copy);
    expect([changes, unmanaged]).toEqual([[], []]);
    expect(() => writeFiles(copy, files)).toThrow('is not empty');
  });

  test('drift is shown for each property and taken back', async () => {
    const { client } = service;
    const mailingid = await client.mailings.getIdByName({ mailingName: 'Spring news' }).orThrow();
    await client.mailings.setSubject({ mailingid, body: 'Somebody was here' }).orThrow();
    await client.mailings.setHtml({ mailingid, body: '<p>Winter</p>' }).orThrow();
    const [program] = await client.marketingAutomation.list().orThrow();
    const { steps, name, state } = program!;
    const body = { name, state, steps: steps.slice(1) };
    await client.marketingAutomation.update({ programId: program!.id, body }).orThrow();
    const drift = [
      '~ mailing "Spring news": subject "Somebody was here" → "Spring has come", html (page.html, +3 −1 lines)',
      '~ program "Welcome": start_event nothing → "shop.order", again_after_days, segment nothing → "Gr\u00f6\u00dfte K\u00e4ufer", goal, steps',
    ];
    expect(texts(await plan())).toEqual(drift);
    expect((await apply()).done).toEqual(drift);
    expect(texts(await plan())).toEqual([]);
  });

  test('another source, a segment that goes and rules that change are changes', async () => {
    const changed = yaml
      .replace('html: page.html\n    text', 'mjml: base.mjml\n    text')
      .replace('    segment: Gr\u00f6\u00dfte K\u00e4ufer\n    tags', '    segment: null\n    tags')
      .replace('rules_only: true, rules', 'rules')
      .replace('days: 30', 'days: 31');
    write('campaigns.yaml', changed);
    expect((await apply()).done).toEqual([
      '~ segment "Readers of spring": rules_only true → false, rules',
      '~ mailing "Spring news": segment "Gr\u00f6\u00dfte K\u00e4ufer" → nothing, mjml (base.mjml, +3 −0 lines)',
    ]);
    expect(texts(await plan())).toEqual([]);
    write('campaigns.yaml', settled);
    expect((await apply()).done).toHaveLength(2);
  });

  test('a mailing that is scheduled or sent stays, and is no difference that an alarm would tell of', async () => {
    const { client } = service;
    const mailingid = await client.mailings.getIdByName({ mailingName: 'Spring news' }).orThrow();
    await client.regularMailings.setTargetGroup({ mailingid, body: await service.groupId('regular') }).orThrow();
    await client.mailings.sendNow({ mailingid }).orThrow();
    const { changes, kept } = await plan();
    expect(changes).toEqual([]);
    expect(kept).toEqual([
      expect.stringMatching(
        /^mailing "Spring news" is \w+, so it stays: segment "\w+" → "Gr\u00f6\u00dfte K\u00e4ufer"$/,
      ),
    ]);
    expect((await apply()).done).toEqual([]);
  });

  test.each<[string, (text: string) => string, string]>([
    [
      'a segment',
      (text) => text.replace('goal: { segment: Readers of spring }', 'goal: { segment: Nobody }'),
      'programs[0].goal.segment: there is no segment "Nobody"',
    ],
    [
      'a mailing',
      (text) => text.replace('mailing: From a template', 'mailing: Gone'),
      'programs[0].steps[0].mailing: there is no mailing "Gone"',
    ],
    [
      'a template',
      (text) => text.replace('template: news/base', 'template: news/other'),
      'mailings[1].template: there is no template "news/other"',
    ],
    [
      'an event',
      (text) => text.replace('shop.order', 'shop.visit'),
      'programs[0].start_event: there is no transaction type "shop.visit"',
    ],
    [
      'another type of a field',
      (text) => text.replace('type: boolean', 'type: integer'),
      'its type is boolean, which cannot be changed to integer',
    ],
    [
      'another type of a mailing',
      (text) => text.replace('type: trigger', 'type: doi'),
      'its type is trigger, which cannot be changed to doi',
    ],
    [
      'a program that is released too early',
      (text) => text.replace('name: Welcome\n', 'name: Welcome\n    state: released\n'),
      'program "Welcome":',
    ],
  ])('%s that cannot be is refused before or when it is reached', async (_about, change, message) => {
    write('campaigns.yaml', change(settled));
    expect((await apply()).ended).toContain(message);
    write('campaigns.yaml', settled);
  });

  test('several things of one name cannot be meant', async () => {
    const [form] = await service.client.signUpForms.list().orThrow();
    await service.client.signUpForms
      .create({ body: { name: 'Web site', consent: form!.consent, active: false } })
      .orThrow();
    await expect(plan()).rejects.toThrow('the account has 2 of form "Web site"; rename or delete others first');
    const { notes, files } = await pullCampaigns(await account());
    expect(notes).toContain('Left out, because several forms have the name: Web site');
    expect(files.has('forms.yaml')).toBe(false);
  });
});
