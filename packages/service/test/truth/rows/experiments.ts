import { expect } from 'vitest';
import { createSendout, reached } from '../../support/sendout.ts';
import { factOf, fieldsOf, type Row, textOf } from '../row.ts';
import { soon } from '../soon.ts';

const list = '/console/experiments';
const form = `${list}/new`;

/** What pages say about experiments. */
export const rows: readonly Row[] = [
  {
    routes: [
      'GET /experiments',
      'GET /experiments/new',
      'POST /experiments/new',
      'GET /experiments/:id',
      'POST /experiments/:id/start',
      'POST /experiments/:id/decide',
      'POST /experiments/:id/delete',
    ],
    title: 'variants are copies of a draft, each goes to its part, and the chosen one to everybody else',
    async judge(world) {
      const { service, sink, page, press } = world;
      const { experiments, mailings } = service.client;
      expect(textOf(await page(list))).toContain('Try variants.');
      const mailingid = await createSendout(service);
      await mailings.setSubject({ mailingid, body: 'Tried 1' }).orThrow();
      expect(await page(`/console/mailings/${mailingid}`)).toContain(`href="${form}?mailing=${mailingid}"`);
      expect(fieldsOf(await page(`${form}?mailing=${mailingid}`), form).mailing).toBe(String(mailingid));
      const fields = { mailing: String(mailingid), variants: '2', share: '70', holdout: '40', criterion: 'by_hand' };
      const before = (await mailings.listByStates({ states: ['draft'], fields: [] }).orThrow()).items.length;
      const refused = await press(form, form, { ...fields, hours: '4', name: 'Which subject' });
      expect(textOf(refused.html)).toContain('Both parts together are more than 100 percent.');
      const after = (await mailings.listByStates({ states: ['draft'], fields: [] }).orThrow()).items.length;
      expect(after, 'no copies are left').toBe(before);
      const made = await press(form, form, { ...fields, holdout: '0', hours: '4', name: 'Which subject' });
      expect(textOf(made.html)).toContain('The variants were created.');
      const [{ id, mailing_ids } = { id: 0, mailing_ids: [] }] = await experiments.list().orThrow();
      const second = mailing_ids[1]!;
      expect(mailing_ids).toEqual([mailingid, second]);
      await mailings.setSubject({ mailingid: second, body: 'Tried 2' }).orThrow();
      const own = `${list}/${id}`;
      expect(factOf(made.html, 'Tested on')).toBe('70% of the segment');
      expect(textOf(made.html)).toContain('Each variant goes to about 2 contacts.');
      const uneven = await press(form, form, { ...fields, holdout: '0', hours: '4', name: 'x', share: '20.5' });
      expect(textOf(uneven.html)).toContain('Tested on, in percent: enter a whole number.');
      expect(factOf(await page(`/console/mailings/${second}`), 'Variant of')).toBe('Which subject');
      expect(textOf(await page(`/console/mailings/${second}`))).toContain('The mailing is sent by its experiment.');

      expect(textOf((await press(own, `${own}/start`)).html)).toContain('The experiment was started.');
      const tried = () => sink.mails.filter(({ email }) => email.subject?.startsWith('Tried'));
      await soon(world, async () => {
        expect(tried()).toHaveLength(4);
        expect(await page(own)).toContain(`name="chosen" value="${second}"`);
      });
      expect(textOf(await page(list))).toContain('Which subject Being tested 2 A person chooses');
      const decided = await press(own, `${own}/decide`, { chosen: String(second) });
      expect(textOf(decided.html)).toContain('A person has chosen “');
      await soon(world, () => reached(service, second, 'done'));
      expect(new Set(tried().map(({ to }) => to[0])).size).toBe(6);
      expect(tried()).toHaveLength(6);
      const html = await page(own);
      expect(factOf(html, 'Everybody else')).toBe('2');
      const { variants, decision } = await experiments.get({ experimentId: id }).orThrow();
      const row = (name: string) => textOf(html.split('<tr>').find((line) => line.includes(`>${name}</a>`)) ?? '');
      for (const { name, recipients } of variants) expect(row(name)).toContain(` ${recipients} `);
      expect(factOf(html, 'Decided')).toContain(decision!.decided.slice(0, 10));
      await soon(world, () => reached(service, mailingid, 'done'));
      expect(textOf((await press(own, `${own}/delete`)).html)).toContain('The experiment was deleted.');
      expect((await experiments.get({ experimentId: id })).status).toBe(404);
    },
  },
  {
    routes: ['GET /experiments/:id', 'POST /experiments/:id/cancel'],
    title: 'a canceled experiment sends nothing else, and one that has stopped says why',
    async judge(world) {
      const { service, page, press } = world;
      const { experiments, mailings, mailingActions } = service.client;
      const first = await createSendout(service);
      const second = await mailings.copy({ mailingid: first }).orThrow();
      const body = { name: 'Stopped', share: 50, criterion: 'human_clicks', mailing_ids: [first, second] } as const;
      const id = await experiments.create({ body: { ...body, mailing_ids: [first, second] } }).orThrow();
      await experiments.start({ experimentId: id }).orThrow();
      const own = `${list}/${id}`;
      await soon(world, async () => expect((await experiments.get({ experimentId: id }).orThrow()).due).toBeDefined());
      await mailingActions.cancel({ mailingid: first }).orThrow();
      await soon(world, async () =>
        expect(textOf(await page(own))).toContain('Somebody has stopped sending a variant. Choose a variant'),
      );
      expect(factOf(await page(own), 'State')).toBe('Stopped');
      expect(textOf(await page('/console'))).toContain('Its experiment has stopped.');
      const canceled = await press(own, `${own}/cancel`);
      expect(textOf(canceled.html)).toContain('The experiment was canceled');
      expect(factOf(canceled.html, 'State')).toBe('Canceled');
      expect(textOf(canceled.html)).not.toMatch(/Choose a variant|after all contacts/);
      await soon(world, () => reached(service, second, 'done'));
      const few = await mailings.copy({ mailingid: first }).orThrow();
      const none = await mailings.copy({ mailingid: first }).orThrow();
      const tiny = await experiments.create({ body: { ...body, share: 10, mailing_ids: [few, none] } }).orThrow();
      expect(textOf(await page(`${list}/${tiny}`))).toContain('a variant could go to nobody');
    },
  },
  {
    routes: ['GET /experiments/new', 'POST /experiments/new', 'GET /experiments/:id', 'POST /experiments/:id/start'],
    title: 'variants wait for their times of day, and revenue is shown for each contact',
    async judge(world) {
      const { service, press } = world;
      const { experiments } = service.client;
      const mailing = String(await createSendout(service));
      const fields = { mailing, variants: '2', share: '100', holdout: '0', criterion: 'revenue', name: 'Which hour' };
      const one = await press(form, form, { ...fields, hours: '24', time_1: '09:00' });
      expect(textOf(one.html)).toContain('Enter a time of day for each variant, or for none.');
      expect(fieldsOf(one.html, form)).toMatchObject({ time_1: '09:00', criterion: 'revenue' });
      const short = await press(form, form, { ...fields, hours: '4', time_1: '09:00', time_2: '18:30' });
      expect(textOf(short.html)).toContain('are compared after whole days. Enter 24 or a multiple of it.');
      const made = await press(form, form, { ...fields, hours: '24', time_1: '09:00', time_2: '18:30' });
      expect(textOf(made.html)).toContain('The variants were created.');
      const [{ id } = { id: 0 }] = await experiments.list().orThrow();
      const own = `${list}/${id}`;
      expect(factOf(made.html, 'Compared by')).toBe('Revenue per contact');
      expect(textOf(made.html)).toMatch(/Draft 09:00 .*Draft 18:30 /);
      expect(textOf(made.html)).toContain('each is sent to its part of the segment at its next time of day.');
      const started = await press(own, `${own}/start`);
      const { variants } = await experiments.get({ experimentId: id }).orThrow();
      const { time_zone } = await service.client.account.getInfo().orThrow();
      for (const { starts } of variants) {
        const local = new Date(`${starts!.replace(' ', 'T')}Z`).toLocaleString('sv', { timeZone: time_zone });
        expect(textOf(started.html)).toContain(local.slice(0, 'YYYY-MM-DD 00:00'.length));
      }
      await experiments.cancel({ experimentId: id }).orThrow();
      expect(textOf((await press(own, `${own}/delete`)).html)).toContain('The experiment was deleted.');
    },
  },
];
