import { expect } from 'vitest';
import { users } from '../../../src/account/index.ts';
import { password } from '../../support/users.ts';
import { sendMailing } from '../newcomer.ts';
import type { Stage } from '../stage.ts';
import { type Cut, reachedBy, type Studio, textsOf } from './studio.ts';

/** What a person does between the link that the service prints and the newsletter: at fifteen seconds each, nine minutes. */
const mostSteps = 36;

const imprint = '<p>Villa Diodati, Cologny. <a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a></p>';

/** The first administrator comes by the link of the banner, tries the mail server, imports contacts, writes, checks and sends. */
export async function sendFirstNewsletter(studio: Studio, cut: Cut): Promise<void> {
  const account = await studio.openAccount(`Villa ${cut.run}`);
  const token = await users.insertFirstUserToken(account.db, account.accountId);
  await studio.play('first', account, cut, async (stage) => {
    stage.begin();
    await becomeAdministrator(stage, cut, token!);
    await tryMailServer(stage, studio, cut);
    await importContacts(stage, cut);
    await writeNewsletter(stage, cut);
    await sendToAll(stage, studio, cut);
    console.log(`First newsletter ${cut.run}: ${stage.steps} steps in ${stage.seconds().toFixed(1)} s.`);
    expect(stage.steps).toBeLessThanOrEqual(mostSteps);
  });
}

const addressOf = ({ run }: Cut) => `mary.${run.toLowerCase()}@geneva.example`;

async function becomeAdministrator(stage: Stage, cut: Cut, token: string): Promise<void> {
  const { page, service } = stage;
  await page.goto(`${service.origin}/console/first?token=${token}`);
  await stage.heading('Welcome to Mailwright');
  await stage.look('welcome');
  await stage.write('Your name', 'Mary Shelley');
  await stage.write('Your email address', addressOf(cut));
  await stage.write('Name of the account', `Garden letters ${cut.run}`);
  // A browser of Kyiv calls it Kiev.
  if (cut.scripts) expect(await stage.field('Time zone').inputValue()).toBe('Europe/Kyiv');
  else await stage.choose('Time zone', 'Europe/Kyiv');
  await stage.press('Go on');
  await stage.heading('Choose a password');
  await stage.look('choose-password');
  await stage.write('New password', password);
  await stage.press('Save the password');
  await stage.heading('The password was saved');
  await stage.look('password-saved');
  expect(await page.locator('main').textContent()).not.toContain('sessions');
  await stage.follow('Sign in');
  await stage.write('Email address', addressOf(cut));
  await stage.write('Password', password);
  await stage.press('Sign in');
  await stage.heading('Overview');
  const { name, time_zone } = await service.client.account.getInfo().orThrow();
  expect([name, time_zone]).toEqual([`Garden letters ${cut.run}`, 'Europe/Kyiv']);
}

/** What the overview says of the first steps, each with its state. */
const stepsOf = ({ page }: Stage) => textsOf(page.locator('#first-steps li > .row'));

async function tryMailServer(stage: Stage, { sink }: Studio, cut: Cut): Promise<void> {
  const { page } = stage;
  await stage.look('overview');
  // The sample contacts are nobody that somebody has imported.
  expect(await stepsOf(stage)).toEqual([
    'A mail server is connected. Send yourself a test mail. Done',
    'Set up the domain of your sender address, so that mailbox providers trust your mails. Open',
    'Import your contacts. Open',
    'Write and send your first mailing. Open',
  ]);
  await stage.follow('Send yourself a test mail');
  await stage.look('mail-servers');
  await stage.write('From', 'news@garden.example');
  expect(await stage.field('To').inputValue()).toBe(addressOf(cut));
  await stage.press('Send a test mail');
  await stage.until(() => page.locator('#test .badge').textContent(), 'Taken by the mail server');
  await stage.look('mail-server-tested');
  const [mail] = sink.mails.filter(({ to, email }) => to.includes(addressOf(cut)) && email.subject?.startsWith('Test'));
  expect([mail!.email.from?.address, mail!.email.subject]).toEqual([
    'news@garden.example',
    `Test mail of Garden letters ${cut.run}`,
  ]);
}

const namesOf = ({ run }: Cut) => ['ada', 'ben', 'eva'].map((name) => `${name}.${run.toLowerCase()}@garden.example`);

async function importContacts(stage: Stage, cut: Cut): Promise<void> {
  const { page } = stage;
  await stage.navigate('Import');
  const rows = namesOf(cut).map((email, index) => `${email},${['Ada', 'Ben', 'Eva'][index]}`);
  const buffer = Buffer.from(`Email,First name\n${rows.join('\n')}\n`);
  await stage.give('CSV file or Excel workbook', { name: `readers-${cut.run}.csv`, mimeType: 'text/csv', buffer });
  await stage.press('Upload and preview');
  await stage.heading(`readers-${cut.run}.csv`);
  await stage.look('import');
  await stage.choose('Permission of the contacts', 'Double opt-in');
  await stage.press('Import 3 rows');
  await stage.until(() => page.locator('#result .badge').textContent(), 'Done');
  await stage.look('import-done');
}

async function writeNewsletter(stage: Stage, cut: Cut): Promise<void> {
  await stage.navigate('Overview');
  expect((await stepsOf(stage))[2]).toBe('Import your contacts. Done');
  await stage.follow('Write and send');
  await stage.write('Name', `First letter ${cut.run}`);
  await stage.write('Subject', `A garden in June, ${cut.run}`);
  await stage.look('mailing-new');
  await stage.press('Create');
  await stage.heading(`Edit First letter ${cut.run}`);
  await stage.look('mailing-edit');
  await stage.write('Preview text', 'What flowers now');
  await stage.write('Sender address', 'news@garden.example');
  await stage.choose('Segment', 'Everybody');
  await stage.append('HTML', `<h1>June</h1><p>Hello [[CONTACT|FIRSTNAME|friend]]</p>${imprint}`);
  await stage.press('Save');
  await stage.heading(`First letter ${cut.run}`);
  await stage.look('mailing');
}

async function sendToAll(stage: Stage, { sink }: Studio, cut: Cut): Promise<void> {
  const { page, service } = stage;
  await stage.press('Check now');
  const states = () => textsOf(page.locator('#checks > li > .row'));
  await stage.until(async () => (await states()).filter((line) => line.includes('Not checked')), []);
  await stage.look('checked');
  expect((await states()).filter((line) => line.includes('Failed'))).toEqual([]);
  const all = await service.client.contacts.count().orThrow();
  await sendMailing(stage, all);
  expect(reachedBy(sink, `A garden in June, ${cut.run}`)).toEqual([...namesOf(cut), ...samples].sort());
  const [mail] = sink.mails.filter(({ to }) => to.includes(namesOf(cut)[0]!));
  expect([mail!.email.from?.address, mail!.email.html]).toEqual([
    'news@garden.example',
    expect.stringContaining('Hello Ada'),
  ]);
  await stage.follow('Report');
  await stage.heading(`Report of First letter ${cut.run}`);
  await stage.look('report');
  expect((await page.locator('.figures dd').allTextContents())[0]).toBe(String(all));
}

const samples = ['ada.moreau', 'ben.okafor', 'chiara.rossi', 'dmitri.petrov', 'elif.kaya', 'farah.haddad'].map(
  (name) => `${name}@example.com`,
);
