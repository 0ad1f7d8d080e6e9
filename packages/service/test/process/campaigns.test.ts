import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshDirectory, runMailwright } from '../support/process.ts';

const body = (text: string) => `<mjml><mj-body><mj-section><mj-column><mj-text>${text}</mj-text>
<mj-text><a href="[[LINK|UNSUBSCRIBE]]">Leave</a> Example Garden, [[ACCOUNT|IMPRINT]]</mj-text></mj-column></mj-section></mj-body></mjml>`;
const root = freshDirectory();
const write = (name: string, text: string) => writeFileSync(join(root, name), text);
const yaml = `segments:
  - { name: Lyon, rules: [{ field: CITY, operator: EQUALS, value: Lyon }] }
mailings:
  - { name: Spring news, subject: 'Hello [[CONTACT|FIRSTNAME|friend]]', sender: a@news.example.com, segment: Lyon, mjml: m/spring.mjml, text: m/spring.txt }
  - { name: Thanks, type: trigger, subject: Thanks, sender: a@news.example.com, mjml: m/thanks.mjml }
programs:
  - name: After an order
    state: released
    start_event: shop.order
    steps: [{ kind: send, mailing: Thanks }, { kind: notify, email: ada@example.com }]
forms:
  - { name: Web site, consent: Yes please, active: true }
webhooks:
  - { url: '\${MAILWRIGHT_WEBHOOK_1_URL}', events: [bounce] }
samples:
  - { email: ada@example.com, fields: { FIRSTNAME: Ada } }
`;
mkdirSync(join(root, 'm'));
write('campaigns.yaml', yaml);
write('m/spring.mjml', body('Hello [[CONTACT|FIRSTNAME|friend]]'));
write('m/spring.txt', 'Hello [[CONTACT|FIRSTNAME|friend]]\n[[LINK|UNSUBSCRIBE]]\n');
write('m/thanks.mjml', body('Thank you'));

const run = (...args: string[]) => runMailwright(['test', root, ...args]).ended;
const last = (text: string) => text.trimEnd().split('\n').at(-1);

test('mails are tested without a server: snapshots, a planted fault, and what is left over', async () => {
  const fresh = await run();
  expect([fresh.code, last(fresh.stdout)]).toEqual([1, '4 passed, 2 failed']);
  expect(fresh.stdout).toContain('there is no snapshots/mailings/thanks.ada-example-com.html');

  const written = await run('--update');
  expect([written.code, last(written.stdout)]).toEqual([0, '6 passed, 0 failed']);
  expect(readdirSync(join(root, 'snapshots/mailings')).toSorted()).toEqual([
    'spring-news.ada-example-com.html',
    'spring-news.ada-example-com.txt',
    'thanks.ada-example-com.html',
    'thanks.ada-example-com.txt',
  ]);
  const text = readFileSync(join(root, 'snapshots/mailings/spring-news.ada-example-com.txt'), 'utf8');
  expect(text).toMatch(/^Subject: Hello Ada\n/);
  expect(await run()).toMatchObject({ code: 0 });

  write('m/thanks.mjml', body('Thank you [[CONTACT|FISTNAME]]'));
  const faulty = await run();
  expect([faulty.code, last(faulty.stdout)]).toEqual([1, '5 passed, 1 failed']);
  expect(faulty.stdout).toContain('There is no contact field FISTNAME; did you mean FIRSTNAME?');
  expect(faulty.stdout).toMatch(
    /rendered in another way than in snapshots\/mailings\/thanks\.ada-example-com\.html:\d+/,
  );

  write('m/thanks.mjml', '<mjml><mj-body><mj-txt>x</mj-txt></mj-body></mjml>');
  const broken = JSON.parse((await run('--json')).stdout);
  expect(broken).toMatchObject({ passed: 4, failed: 2 });
  expect(JSON.stringify(broken)).toContain('mj-txt');

  write('campaigns.yaml', yaml.split('forms:')[0]!.split('  - { name: Thanks')[0]!);
  const less = await run();
  expect([less.code, last(less.stdout)]).toEqual([1, '1 passed, 1 failed']);
  expect(less.stderr).toContain('Belongs to nothing any more: snapshots/mailings/thanks.ada-example-com.html');
  expect(await run('--update')).toMatchObject({ code: 0 });
  expect(readdirSync(join(root, 'snapshots/mailings'))).toHaveLength(2);
});

test('what cannot be read ends before anything is tried', async () => {
  write('campaigns.yaml', 'mailings: [{ name: Spring news, subject: 5 }]');
  const { code, stderr } = await run();
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('campaigns.yaml:1: mailings[0].subject: it must be a text'),
  ]);
  rmSync(root, { recursive: true });
});
