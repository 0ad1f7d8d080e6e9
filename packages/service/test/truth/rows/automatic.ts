import { expect } from 'vitest';
import { reached } from '../../support/sendout.ts';
import { factOf, fieldsOf, obstaclesOf, type Row, textOf, type World } from '../row.ts';

const form = '/console/mailings/automatic';

/** Creates an automatic mailing at the console. */
async function create({ press }: World, kind: string): Promise<number> {
  const { address } = await press(form, form, { kind, sender: 'news@example.com' });
  return Number(/\/mailings\/(\d+)/.exec(address)?.[1]);
}

/** What is said of mailings that are sent by themselves, of forms, and of programs. */
export const rows: readonly Row[] = [
  {
    routes: ['GET /mailings/automatic', 'POST /mailings/automatic'],
    title: 'each kind is created with contents that nothing is missing of',
    async judge(world) {
      const { mailings } = world.service.client;
      const kinds = Array.from((await world.page(form)).matchAll(/<option value="(\w+)"/g), ([, kind]) => kind!);
      expect(kinds.length).toBeGreaterThan(3);
      for (const kind of kinds.filter((each) => each !== 'confirmation')) {
        const mailingid = await create(world, kind);
        const { obstacles } = await mailings.getReadiness({ mailingid }).orThrow();
        const blocking = obstacles.filter(({ severity }) => severity === 'blocks').map(({ code }) => code);
        expect([[], ['dispatching_missing']], kind).toContainEqual(blocking);
        const page = await world.page(`/console/mailings/${mailingid}`);
        expect(obstaclesOf(page), kind).toEqual(obstacles.map(({ code }) => code));
      }
    },
  },
  {
    routes: [
      'GET /mailings/:id/preview',
      'POST /mailings/:id/dispatching',
      'POST /mailings/:id/activate',
      'POST /mailings/:id/deactivate',
    ],
    title: 'a trigger mailing is active when its page says so, and is sent then',
    async judge(world) {
      const { service, sink, page, press } = world;
      const { client } = service;
      const type = await client.transactions
        .createType({
          body: { name: 'nursery.order', attributes: [{ name: 'order_no', type: 'string', required: true }] },
        })
        .orThrow();
      const mailingid = await create(world, 'order');
      const own = `/console/mailings/${mailingid}`;
      expect(await page(own)).not.toContain(`action="${own}/activate"`);
      await press(own, `${own}/dispatching`, { trigger: String(type), hour: '9' });
      const html = '<p>Order [[EVENT|order_no]]</p><a href="[[LINK|UNSUBSCRIBE]]">Leave</a>';
      await client.mailings.setHtml({ mailingid, body: html }).orThrow();
      // An example stands for the event, so that nobody takes a filled tag for an empty one.
      expect(await page(`${own}/preview`)).toContain('Order order_no');
      await press(own, `${own}/activate`);
      expect(factOf(await page(own), 'State')).toBe('Active');
      expect(await client.mailings.getState({ mailingid }).orThrow()).toBe('released');
      const contact = { email: 'buyer@truth.example', permission: 4 as const };
      await client.contacts.createByEmail({ ...contact, body: {} }).orThrow();
      const order = { type, contact: { email: contact.email }, content: { order_no: 'A-17' } };
      await client.transactions.create({ body: [order] }).orThrow();
      const { email } = await sink.mailTo(contact.email);
      expect([email.subject, email.html]).toEqual(['Thank you for your order', expect.stringContaining('Order A-17')]);
      await press(own, `${own}/deactivate`);
      expect(factOf(await page(own), 'State')).toBe('Draft');
      expect(await client.mailings.getState({ mailingid }).orThrow()).toBe('draft');
      expect(await page(own)).toContain(`action="${own}/activate"`);
    },
  },
  {
    routes: [
      'GET /forms',
      'GET /forms/:id',
      'GET /forms/:id/edit',
      'POST /forms/:id/edit',
      'POST /forms/new',
      'GET /forms/new',
      'POST /forms/:id/on',
      'POST /mailings/:id/key',
    ],
    title: 'a form with the defaults is off until people can confirm, and works when its page says that it is on',
    async judge(world) {
      const { service, page, press } = world;
      const { signUpForms, mailings } = service.client;
      const fields = { name: 'Nursery', consent: 'I want news.', active: 'yes', double_opt_in: 'yes', language: 'en' };
      const saved = await press('/console/forms/new', '/console/forms/new', fields);
      const formId = Number(/\/forms\/(\d+)/.exec(saved.address)?.[1]);
      const own = `/console/forms/${formId}`;
      expect([factOf(saved.html, 'State'), obstaclesOf(saved.html)]).toEqual(['Off', ['confirmation_mailing_missing']]);
      expect((await signUpForms.get({ formId }).orThrow()).active).toBe(false);
      const mailingid = await create(world, 'confirmation');
      expect(await mailings.getState({ mailingid }).orThrow()).toBe('released');
      expect(await page('/console/forms/new')).toContain('Confirmation of the sign-up');
      const on = await press(own, `${own}/on`);
      expect([factOf(on.html, 'State'), obstaclesOf(on.html)]).toEqual(['On', []]);
      const { url, active } = await signUpForms.get({ formId }).orThrow();
      expect([active, (await service.fetch(url)).status]).toEqual([true, 200]);
      expect(textOf(await page('/console/forms'))).toContain('Nursery On');
      expect(await page(`${own}/edit`)).toContain('Confirmation of the sign-up');
      await press(`/console/mailings/${mailingid}`, `/console/mailings/${mailingid}/deactivate`);
      await press(`/console/mailings/${mailingid}`, `/console/mailings/${mailingid}/key`, { key: 'moved' });
      expect(obstaclesOf(await page(own))).toEqual(['confirmation_mailing_missing']);
      const unchanged = await press(`${own}/edit`, `${own}/edit`, { ...fields, doi_mailing: 'moved' });
      expect(textOf(unchanged.html)).toContain('The form stays off: its confirmation mailing');
      const chosen = async () => {
        const [, select] = (await page('/console/forms/new')).split('name="doi_mailing"');
        return /<option value="([^"]*)" selected/.exec(select!.split('</select>')[0]!)?.[1];
      };
      expect(await chosen(), 'a mailing that is not active is not proposed').toBe('');
      await press(`/console/mailings/${mailingid}`, `/console/mailings/${mailingid}/activate`);
      expect(await chosen(), 'one that is active is').toBe('moved');
    },
  },
  {
    routes: [
      'GET /automation',
      'GET /automation/:id',
      'GET /automation/:id/edit',
      'GET /automation/new',
      'POST /automation/new',
      'POST /automation/:id/edit',
    ],
    title: 'a program is active only if its mailings are, and its page says when they no longer are',
    async judge(world) {
      const { service, page, press } = world;
      const { client } = service;
      const mailing = await create(world, 'welcome');
      const name = await client.mailings.getName({ mailingid: mailing }).orThrow();
      expect(textOf(await page('/console/automation/new'))).toContain(`${name} (not active)`);
      const fields = { name: 'Greeting', 'kind-0': 'send', 'mailing-0': String(mailing), start_event: 'DOI_CONFIRMED' };
      const released = { ...fields, state: 'released' };
      const refused = await press('/console/automation/new', '/console/automation/new', released);
      expect(textOf(refused.html)).toContain(`Step 1 sends the mailing “${name}”, which is not active.`);
      const saved = await press('/console/automation/new', '/console/automation/new', { ...fields, state: 'draft' });
      const programId = Number(/\/automation\/(\d+)/.exec(saved.address)?.[1]);
      const own = `/console/automation/${programId}`;
      expect(obstaclesOf(saved.html)).toEqual(['trigger_mailing_inactive']);
      await press(`/console/mailings/${mailing}`, `/console/mailings/${mailing}/activate`);
      await reached(service, mailing, 'released');
      const active = await press(`${own}/edit`, `${own}/edit`, released);
      expect([factOf(active.html, 'State'), obstaclesOf(active.html)]).toEqual(['Active', []]);
      expect((await client.marketingAutomation.get({ programId }).orThrow()).state).toBe('released');
      expect(textOf(await page('/console/automation'))).toContain('Greeting Active');
      await client.triggerMailings.deleteDispatching({ mailingid: mailing }).orThrow();
      expect(obstaclesOf(await page(own))).toEqual(['trigger_mailing_inactive']);
    },
  },
  {
    routes: ['POST /automation/recipes', 'GET /automation', 'GET /automation/:id', 'POST /automation/:id/edit'],
    title: 'birthday wishes are created with their mailing, and begin when their page says so',
    async judge(world) {
      const { service, page, press } = world;
      const { client } = service;
      await create(world, 'empty');
      const { address, html } = await press('/console/automation', '/console/automation/recipes', {
        recipe: 'birthday',
      });
      const programId = Number(/\/automation\/(\d+)/.exec(address)?.[1]);
      const own = `/console/automation/${programId}`;
      expect([factOf(html, 'State'), obstaclesOf(html)]).toEqual(['Draft', ['trigger_mailing_inactive']]);
      const sentence = 'Each year on the day of “Birthday”, at 9:00';
      expect([factOf(html, 'Begins with'), textOf(html)]).toEqual([
        sentence,
        expect.not.stringContaining('Next contacts'),
      ]);
      const draft = await client.marketingAutomation.get({ programId }).orThrow();
      const start = { field: 'BIRTHDAY', days: 0, repeat: 'yearly', hour: 9 };
      expect([draft.state, draft.start_date, draft.next_start]).toEqual(['draft', start, undefined]);
      const mailing = draft.steps.flatMap((step) => (step.kind === 'send' ? step.mailing_id : []))[0]!;
      await press(`/console/mailings/${mailing}`, `/console/mailings/${mailing}/activate`);
      await reached(service, mailing, 'released');
      const before = fieldsOf(await page(`${own}/edit`), `${own}/edit`);
      const fields = { ...before, state: 'released', date_side: 'before', date_days: '3', date_hour: '0' };
      const active = await press(`${own}/edit`, `${own}/edit`, fields);
      const program = await client.marketingAutomation.get({ programId }).orThrow();
      expect(program.start_date).toEqual({ ...start, days: -3, hour: 0 });
      const { time_zone } = await client.account.getInfo().orThrow();
      const instant = new Date(`${program.next_start!.replace(' ', 'T')}Z`);
      const next = instant.toLocaleString('sv', { timeZone: time_zone }).slice(0, 'YYYY-MM-DD 00:00'.length);
      expect([factOf(active.html, 'Begins with'), factOf(active.html, 'Next contacts begin')]).toEqual([
        'Each year, 3 days before the day of “Birthday”, at 0:00',
        next,
      ]);
      expect(textOf(await page('/console/automation'))).toContain('3 days before the day of “Birthday”');
    },
  },
  {
    routes: ['POST /automation/recipes', 'GET /automation', 'GET /automation/:id', 'POST /automation/:id/edit'],
    title: 'new contacts are welcomed by an automation that is created with its mailing',
    async judge(world) {
      const { service, page, press } = world;
      const { client } = service;
      await create(world, 'empty');
      const { address, html } = await press('/console/automation', '/console/automation/recipes', {
        recipe: 'newcomers',
      });
      const programId = Number(/\/automation\/(\d+)/.exec(address)?.[1]);
      const own = `/console/automation/${programId}`;
      expect([factOf(html, 'State'), factOf(html, 'Begins with'), factOf(html, 'Who begins')]).toEqual([
        'Draft',
        'A contact is created',
        'Each contact begins once.',
      ]);
      const { steps } = await client.marketingAutomation.get({ programId }).orThrow();
      const mailing = steps.flatMap((step) => (step.kind === 'send' ? step.mailing_id : []))[0]!;
      await press(`/console/mailings/${mailing}`, `/console/mailings/${mailing}/activate`);
      await reached(service, mailing, 'released');
      const fields = { ...fieldsOf(await page(`${own}/edit`), `${own}/edit`), state: 'released' };
      const active = await press(`${own}/edit`, `${own}/edit`, { ...fields, created_imports: 'yes' });
      expect(factOf(active.html, 'Begins with')).toBe('A contact is created or imported');
      const contact = { email: 'newcomer@example.org', permission: 4, body: {} } as const;
      const id = await client.contacts.createByEmail(contact).orThrow();
      const begun = async () =>
        (await client.marketingAutomation.getProgress({ programId }).orThrow()).runs.map((run) => run.contact_id);
      await expect.poll(begun).toEqual([id]);
      expect(textOf(await page(own))).toContain('newcomer@example.org');
    },
  },
  {
    routes: ['POST /automation/new', 'GET /automation/:id', 'GET /automation/:id/edit', 'GET /automation'],
    title: 'an automation begins with what its form says, and the form shows it again',
    async judge(world) {
      const { service, page, press } = world;
      const { client } = service;
      const mailing = await create(world, 'order');
      const name = await client.mailings.getName({ mailingid: mailing }).orThrow();
      const siteId = await client.conversions.createSite({ name: 'Watched shop', domain: 'example.com' }).orThrow();
      const goal = await client.conversions.createGoal({ siteId, name: 'Order' }).orThrow();
      const rules = [{ field: 'CITY', operator: 'EQUALS' as const, value: 'Paris' }];
      const filter = String(await client.contactFilters.create({ body: { name: 'In Paris', rules } }).orThrow());
      const form = '/console/automation/new';
      const rows: [Record<string, string>, string][] = [
        [{ start_event: 'tag_added', start_tag: 'VIP' }, 'The tag “VIP” is added'],
        [
          { start_event: 'field_changed', change_field: 'CITY', change_to: 'value', change_to_value: 'Paris' },
          'The field “City” changes from any value to “Paris”',
        ],
        [{ start_event: 'mailing_opened', start_mailing: String(mailing) }, `A person opens “${name}”`],
        [{ start_event: 'goal_reached', start_goal: String(goal) }, 'The goal “Watched shop: Order” is reached'],
        [{ start_event: 'segment_entered', start_segment: filter }, 'A contact enters “In Paris”'],
        [{ start_event: 'unsubscribed' }, 'A contact unsubscribes from everything'],
      ];
      for (const [chosen, sentence] of rows) {
        const fields = { ...fieldsOf(await page(form), form), ...chosen, name: sentence.slice(0, 60), 'kind-0': 'end' };
        const saved = await press(form, form, fields);
        expect(factOf(saved.html, 'Begins with')).toBe(sentence);
        const edit = `${saved.address.split('?')[0]}/edit`;
        expect(fieldsOf(await page(edit), edit)).toMatchObject(chosen);
        expect(textOf(await page('/console/automation'))).toContain(sentence);
      }
      const steps = {
        ...{ 'kind-0': 'send', 'name-0': 'offer', 'mailing-0': String(mailing) },
        ...{
          'kind-1': 'wait_for_activity',
          'sent_by-1': 'offer',
          'activity-1': 'clicked',
          'days-1': '3',
          'matching-1': 'last',
        },
        ...{ 'kind-2': 'end', 'name-2': 'last' },
      };
      const offer = { ...fieldsOf(await page(form), form), name: 'Offer', goal: filter, ...steps };
      const saved = await press(form, form, offer);
      expect(factOf(saved.html, 'Goal')).toBe('“In Paris”: 0 contacts have reached it');
      const edit = `${saved.address.split('?')[0]}/edit`;
      expect(fieldsOf(await page(edit), edit)).toMatchObject({ goal: filter, ...steps });
      const untagged = { name: 'No tag', 'kind-0': 'end', start_event: 'tag_added', start_tag: '' };
      await press(form, form, { ...fieldsOf(await page(form), form), ...untagged });
      const programs = await client.marketingAutomation.list().orThrow();
      expect(programs.some((program) => program.name === untagged.name)).toBe(false);
    },
  },
  {
    routes: ['GET /automation/:id/start', 'POST /automation/:id/start', 'GET /automation/:id'],
    title: 'an automation starts for the contacts of a segment, as many as its page has said',
    async judge(world) {
      const { service, page, press } = world;
      const { client } = service;
      const rules = [{ field: 'CITY', operator: 'EQUALS' as const, value: 'Nantes' }];
      const filter = await client.contactFilters.create({ body: { name: 'In Nantes', rules } }).orThrow();
      const standard_fields = [{ name: 'CITY' as const, value: 'Nantes' }];
      const contact = { email: 'nantes@example.org', permission: 4, body: { standard_fields } } as const;
      const id = await client.contacts.createByEmail(contact).orThrow();
      const steps = [{ kind: 'wait' as const, duration: 'P1D' }];
      const program = { name: 'By hand', state: 'released' as const, steps };
      const { id: programId } = await client.marketingAutomation.create({ body: program }).orThrow();
      const own = `/console/automation/${programId}`;
      expect(await page(own)).toContain(`${own}/start`);
      expect(textOf(await page(`${own}/start`))).toContain('In Nantes');
      const asking = `${own}/start?segment=${filter}`;
      expect(textOf(await page(asking))).toContain('1 contact of “In Nantes” would begin now.');
      const started = await press(asking, `${own}/start`, fieldsOf(await page(asking), `${own}/start`));
      expect(textOf(started.html)).toContain('The automation starts for the contacts of the segment');
      const runs = async () =>
        (await client.marketingAutomation.getProgress({ programId }).orThrow()).runs.map((run) => run.contact_id);
      await expect.poll(runs).toEqual([id]);
      expect(textOf(await page(asking))).toContain('0 contacts of “In Nantes” would begin now.');
    },
  },
  {
    routes: ['POST /automation/recipes', 'POST /automation/:id/edit'],
    title: 'each recipe is active once its mailings are, with all that it needs, and refuses nothing',
    async judge(world) {
      const { service, page, press } = world;
      const { client } = service;
      await create(world, 'empty');
      const keys = Array.from(
        (await page('/console/automation')).matchAll(/name="recipe" value="(\w+)"/g),
        ([, key]) => key!,
      );
      expect(keys.length).toBeGreaterThan(5);
      for (const recipe of keys) {
        const { address } = await press('/console/automation', '/console/automation/recipes', { recipe });
        const programId = Number(/\/automation\/(\d+)/.exec(address)?.[1]);
        const own = `/console/automation/${programId}`;
        const { steps } = await client.marketingAutomation.get({ programId }).orThrow();
        const mailings = steps.flatMap((step) => (step.kind === 'send' ? [step.mailing_id] : []));
        expect(obstaclesOf(await page(own)), recipe).toEqual(mailings.map(() => 'trigger_mailing_inactive'));
        for (const mailing of mailings) {
          await press(`/console/mailings/${mailing}`, `/console/mailings/${mailing}/activate`);
          await reached(service, mailing, 'released');
        }
        const fields = { ...fieldsOf(await page(`${own}/edit`), `${own}/edit`), state: 'released' };
        const active = await press(`${own}/edit`, `${own}/edit`, fields);
        expect([factOf(active.html, 'State'), obstaclesOf(active.html)], recipe).toEqual(['Active', []]);
        const released = await client.marketingAutomation.get({ programId }).orThrow();
        expect(released.steps, 'the form keeps the steps').toEqual(steps);
      }
      const before = await client.marketingAutomation.list().orThrow();
      const unknown = await press('/console/automation', '/console/automation/recipes', { recipe: 'constructor' });
      expect(textOf(unknown.html)).toContain('Choose one of the recipes.');
      expect(await client.marketingAutomation.list().orThrow()).toHaveLength(before.length);
    },
  },
];
