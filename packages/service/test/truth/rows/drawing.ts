import type { AutomationProgramDraft } from '@mailwright/client';
import { expect } from 'vitest';
import { fieldsOf, type Row, textOf, type World } from '../row.ts';

type Steps = AutomationProgramDraft['steps'];

/** Contacts in Nantes wait a day and get a tag, the others get another one. */
async function create({ service: { client } }: World, name: string, state: 'draft' | 'released' = 'draft') {
  const rules = [{ field: 'CITY', operator: 'EQUALS' as const, value: 'Nantes' }];
  const filter = await client.contactFilters.create({ body: { name: `Nantes for ${name}`, rules } }).orThrow();
  const steps: Steps = [
    { kind: 'branch', contact_filter_id: filter, others: 'others' },
    { kind: 'wait', duration: 'P1D' },
    { kind: 'add_tag', tag: 'Nantes' },
    { kind: 'add_tag', name: 'others', tag: 'Elsewhere' },
  ];
  const { id } = await client.marketingAutomation.create({ body: { name, state, steps } }).orThrow();
  return { id, own: `/console/automation/${id}` };
}

const stepsOf = async ({ service: { client } }: World, programId: number) =>
  (await client.marketingAutomation.get({ programId }).orThrow()).steps;

/** Kinds or tags of steps, with their names. */
const shortly = (steps: Steps) =>
  steps.map((step) => {
    const what = 'tag' in step ? step.tag : step.kind === 'go_to' ? `go to ${step.to}` : step.kind;
    return step.name === undefined ? what : `${step.name}: ${what}`;
  });

/** Texts of the boxes of a drawing in their order, with the classes that mark them. */
const boxesOf = (html: string) =>
  Array.from(
    html.matchAll(/<(?:a|g) class="box ([^"]+)"[\s\S]*?<div class="in">([\s\S]*?)<\/div>/g),
    ([, kind, text]) => ({
      marks: kind!.split(' ').slice(1),
      text: textOf(text!).trim(),
    }),
  );

/** Lines of a story, without their times. */
const toldOf = (html: string) =>
  Array.from(html.matchAll(/<time datetime="([^"]+)">[^<]*<\/time><div>([\s\S]*?)<\/div>/g), ([, at, text]) => [
    Date.parse(at!),
    textOf(text!).trim(),
  ]);

/** What the drawing of a program says, and what its buttons do. */
export const rows: readonly Row[] = [
  {
    routes: ['GET /automation/:id', 'GET /automation/:id/steps/new', 'POST /automation/:id/steps/new'],
    title: 'the drawing has the steps of the list in its order, and a new step comes onto the arrow that was pressed',
    async judge(world) {
      const { page, press } = world;
      const { id, own } = await create(world, 'Adding');
      const drawn = await page(own);
      expect(boxesOf(drawn).map(({ text }) => text)).toEqual([
        'Start',
        '1. Is it in “Nantes for Adding”?',
        '2. Wait 1 day',
        '3. Add the tag “Nantes”',
        '4. others Add the tag “Elsewhere”',
        'End of the automation',
      ]);
      const links = Array.from(drawn.matchAll(/href="[^"]+\/steps\/([^"]+)"/g), ([, to]) => to!.replace('&amp;', '&'));
      expect(links.slice(0, 10)).toEqual([
        ...['new?after=-1&way=next', '0', 'new?after=0&way=matching', 'new?after=0&way=others'],
        ...['1', 'new?after=1&way=next', '2', 'new?after=2&way=next', '3', 'new?after=3&way=next'],
      ]);
      const form = `${own}/steps/new`;
      const add = async (place: string, tag: string) => {
        const from = `${form}?${place}`;
        const fields = { ...fieldsOf(await page(from), form), 'kind-0': 'add_tag', 'tag-0': tag };
        return press(from, form, fields);
      };
      expect(textOf(await page(`${form}?after=0&way=others`))).toContain('Only the others go this way.');
      const added = await add('after=0&way=others', 'Far');
      expect(textOf(added.html)).toContain('The step was added.');
      expect(shortly(await stepsOf(world, id))).toEqual([
        ...['branch', 'wait', 'Nantes', 'go to others', 'step-1: Far', 'others: Elsewhere'],
      ]);
      await add('after=-1&way=next', 'All');
      expect(shortly(await stepsOf(world, id))[0]).toBe('All');
      const empty = await press(`${form}?after=0&way=next`, form, {
        ...fieldsOf(await page(`${form}?after=0&way=next`), form),
      });
      expect(textOf(empty.html)).toContain('Choose what happens in this step.');
      const late = { ...fieldsOf(await page(form), form), program_version: '1', 'kind-0': 'end' };
      expect(textOf((await press(form, form, late)).html)).toContain('The automation was changed meanwhile.');
      expect((await stepsOf(world, id)).length).toBe(7);
    },
  },
  {
    routes: [
      'GET /automation/:id/steps/:step',
      'POST /automation/:id/steps/:step',
      'POST /automation/:id/steps/:step/remove',
      'GET /automation/:id/steps/:step/place',
      'POST /automation/:id/steps/:step/place',
    ],
    title: 'a step is changed, copied, moved and removed at its page, and ways go on as they did',
    async judge(world) {
      const { page, press } = world;
      const { id, own } = await create(world, 'Changing');
      const step = (index: number) => `${own}/steps/${index}`;
      const fields = fieldsOf(await page(step(3)), step(3));
      await press(step(3), step(3), { ...fields, 'tag-0': 'Away', 'name-0': 'away' });
      expect(shortly(await stepsOf(world, id))).toEqual(['branch', 'wait', 'Nantes', 'away: Away']);
      expect(textOf(await page(own))).toContain('otherwise to away');
      const place = async (index: number, from: string, after: number, way = 'next') => {
        const html = await page(from);
        const to = `${step(index)}/place`;
        const chosen = fieldsOf(
          html,
          to,
          `name="after" value="${after}"><input type="hidden" name="way" value="${way}"`,
        );
        return press(from, to, chosen);
      };
      await place(2, `${step(2)}/place?copy=yes`, -1);
      expect(shortly(await stepsOf(world, id))).toEqual(['Nantes', 'branch', 'wait', 'Nantes', 'away: Away']);
      await place(0, `${step(0)}/place`, 4);
      expect(shortly(await stepsOf(world, id))).toEqual(['branch', 'wait', 'Nantes', 'away: Away', 'Nantes']);
      const remove = async (index: number) => {
        const action = `${step(index)}/remove`;
        return press(step(index), action, fieldsOf(await page(step(index)), action));
      };
      await remove(3);
      const steps = await stepsOf(world, id);
      expect([shortly(steps), steps[0]]).toEqual([
        ['branch', 'wait', 'Nantes', 'step-1: Nantes'],
        expect.objectContaining({ others: 'step-1' }),
      ]);
      for (const _ of [1, 2, 3, 4]) await remove(0);
      const last = await remove(0);
      expect(textOf(last.html)).toContain('An automation needs a step. Add another one first.');
      expect((await stepsOf(world, id)).length).toBe(1);
    },
  },
  {
    routes: ['GET /automation/:id', 'GET /automation/:id/steps/:step', 'GET /automation/:id/contacts/:contact'],
    title: 'who waits for a step is named at it, and the way of a contact is drawn as the service keeps it',
    async judge(world) {
      const { service, page } = world;
      const { client } = service;
      const { id: programId, own } = await create(world, 'Waiting', 'released');
      const standard_fields = [{ name: 'CITY' as const, value: 'Nantes' }];
      const person = (email: string, body = {}) =>
        client.contacts.createByEmail({ email, permission: 4, body }).orThrow();
      const near = await person('near@example.org', { standard_fields });
      const far = await person('far@example.org');
      const emails = ['near@example.org', 'far@example.org'];
      await client.marketingAutomation.start({ programId, body: { emails } }).orThrow();
      const waiting = () => client.marketingAutomation.listRuns({ programId, step: 2 }).orThrow();
      await expect.poll(async () => (await waiting()).items.map(({ contact_id }) => contact_id)).toEqual([near]);
      expect(boxesOf(await page(own)).map(({ text }) => text)).toEqual([
        ...['Start', '1. Is it in “Nantes for Waiting”? Passed: 2', '2. Wait 1 day Passed: 1'],
        ...[
          '3. Add the tag “Nantes” Waiting: 1',
          '4. others Add the tag “Elsewhere” Passed: 1',
          'End of the automation',
        ],
      ]);
      const there = textOf(await page(`${own}/steps/2`));
      expect([there.includes('near@example.org'), there.includes('far@example.org')]).toEqual([true, false]);
      expect(textOf(await page(`${own}/steps/1`))).toContain('Nobody waits for this step now.');
      const marked = async (contact: number) =>
        boxesOf(await page(`${own}/contacts/${contact}`)).map(({ marks }) => marks.join(' '));
      expect(await marked(near)).toEqual(['passed', 'passed', 'passed', 'here', '', '']);
      expect(await marked(far)).toEqual(['passed', 'passed', '', '', 'passed', 'passed']);
      const [run] = (await client.marketingAutomation.listRuns({ programId, contact_id: near }).orThrow()).items;
      const second = (instant: number) => Math.floor(instant / 1000) * 1000;
      expect(toldOf(await page(`${own}/contacts/${near}`))).toEqual([
        [second(run!.started), 'Began'],
        [second(run!.passed![0]!.timestamp), '1. Is it in “Nantes for Waiting”? – Yes'],
        [second(run!.passed![1]!.timestamp), '2. Wait 1 day'],
        [second(run!.due!), 'Next: step 3'],
      ]);
      expect(run!.passed).toMatchObject([{ step: 0, matching: true }, { step: 1 }]);
      const stranger = await person('stranger@example.org');
      expect(textOf(await page(`${own}/contacts/${stranger}`))).toContain(
        'This contact has not been in the automation.',
      );
    },
  },
  {
    routes: ['GET /automation/:id/try'],
    title: 'what would happen is told as the service answers it, and nothing is done',
    async judge(world) {
      const { service, page } = world;
      const { client } = service;
      const { id: programId, own } = await create(world, 'Trying');
      expect(await page(own)).toContain(`${own}/try`);
      const body = { start: Date.parse('2031-02-01T00:00:00Z'), choices: [{ step: 0, matching: true }] };
      const wanted = await client.marketingAutomation.test({ programId, body }).orThrow();
      expect([wanted.outcome, wanted.lines.map(({ step }) => step)]).toEqual(['ended', [0, 1, 2, 3]]);
      expect((await client.account.getInfo().orThrow()).time_zone).toBe('UTC');
      const html = await page(`${own}/try?who=&start=2031-02-01&way-0=matching`);
      expect(toldOf(html).map(([at]) => at)).toEqual([
        ...wanted.lines.map(({ timestamp }) => timestamp),
        wanted.timestamp,
      ]);
      expect(toldOf(html).map(([, text]) => text)).toEqual([
        '1. Is it in “Nantes for Trying”? – Yes as chosen',
        expect.stringContaining('2. Wait 1 day Goes on 2031-02-02 00:00'),
        '3. Add the tag “Nantes”',
        '4. Add the tag “Elsewhere”',
        'The contact is at the end.',
      ]);
      const email = 'tried@example.org';
      const id = await client.contacts.createByEmail({ email, permission: 4, body: {} }).orThrow();
      const tried = await page(`${own}/try?who=${email}&until=2031-02-01&start=2031-01-31`);
      expect(boxesOf(tried).map(({ marks }) => marks.join(' '))).toEqual([
        ...['passed', 'passed', '', '', 'passed', 'passed'],
      ]);
      expect(textOf(tried)).toContain('No as the contact is now');
      expect(textOf(await page(`${own}/try?who=nobody@example.org`))).toContain(
        'There is no contact with this address.',
      );
      expect((await client.marketingAutomation.listRuns({ programId }).orThrow()).items).toEqual([]);
      const tagged = await client.contacts.find({ ids: [id], tag: 'Elsewhere', limit: 1 }).orThrow();
      expect(tagged.contacts).toEqual([]);
    },
  },
];
