import { expect } from 'vitest';
import { factOf, fieldsOf, type Row, textOf, type World } from '../row.ts';

const html = '<p>Hello [[CONTACT|FIRSTNAME|friend]]</p>';
let number = 0;

async function createTemplate({ service }: World) {
  const { media } = service.client;
  const path = `truth/base-${number++}`;
  const { id: templateId } = await media.addTemplate({ path, name: 'Base', tags: ['spring'], body: html }).orThrow();
  const find = async (id: number = templateId) =>
    (await media.listTemplates({}).orThrow()).find((each) => each.id === id)!;
  const written = (id: number = templateId) => media.getTemplateHtml({ templateId: id }).orThrow();
  return { media, templateId, path, find, written, own: `/console/templates/${templateId}` };
}

/** Templates: changing, duplicating, and what they were before. */
export const rows: readonly Row[] = [
  {
    routes: ['GET /templates/:id/edit', 'POST /templates/:id/edit'],
    title: 'a template is changed, and asked about if somebody has changed it meanwhile',
    async judge(world) {
      const { media, templateId, find, written, own } = await createTemplate(world);
      const from = `${own}/edit`;
      const shown = fieldsOf(await world.page(from), from);
      expect([shown.name, shown.tags, shown.html]).toEqual(['Base', 'spring', html]);
      const wrong = await world.press(from, from, { ...shown, html: '' });
      expect(wrong.html).toContain('role="alert"');
      expect(await written()).toBe(html);
      await world.press(from, from, { ...shown, name: 'Summer', tags: 'summer, sun', html: '<p>Sun</p>' });
      expect(await find()).toMatchObject({ name: 'Summer', tags: ['summer', 'sun'] });
      expect(await written()).toBe('<p>Sun</p>');

      const before = fieldsOf(await world.page(from), from);
      await media.updateTemplate({ templateId, body: { html: '<p>Theirs</p>' } }).orThrow();
      const asked = await world.press(from, from, { ...before, html: '<p>Mine</p>' });
      expect(textOf(asked.html)).toContain('While you were writing, changes were saved');
      expect(await written()).toBe('<p>Theirs</p>');
      await world.press(from, from, { ...fieldsOf(asked.html, from), keep: 'mine' });
      expect(await written()).toBe('<p>Mine</p>');
    },
  },
  {
    routes: ['GET /templates/:id/blocks', 'POST /templates/:id/blocks'],
    title: 'a template is composed by blocks, each step is one of its versions, and mailings begin with the MJML',
    async judge(world) {
      const { media, templateId, path, own } = await createTemplate(world);
      const { mailings } = world.service.client;
      const at = `${own}/blocks`;
      const source = () => media.getTemplateMjml({ templateId }).orThrow();
      const fresh = fieldsOf(await world.page(at), `${at}#blocks`);
      const begun = await world.press(at, at, { ...fresh, do: 'begin' });
      expect(textOf(begun.html)).toContain('Text Write here.');
      const before = await source();
      const card = fieldsOf(await world.page(`${at}?block=0.0.1`), at);
      const saved = await world.press(at, at, { ...card, 'value-text': 'By **blocks**' });
      expect(await source()).toBe(before.replace('Write here.', 'By <b>blocks</b>'));
      expect(await world.page(`${own}/html`)).toContain('By <b>blocks</b>');

      const late = fieldsOf(await world.page(`${at}?block=0.0.1`), at);
      await media.updateTemplate({ templateId, body: { mjml: (await source()).replace('By', 'With') } }).orThrow();
      const asked = await world.press(at, at, { ...late, 'value-text': 'Mine' });
      expect(textOf(asked.html)).toContain('While you were writing, changes were saved');
      const edited = fieldsOf(await world.page(`${own}/edit`), `${own}/edit`);
      expect(edited.mjml).toContain('With <b>blocks</b>');
      await world.press(`${own}/edit`, `${own}/edit`, { ...edited, mjml: edited.mjml!.replace('With', 'Of') });

      const create = '/console/mailings/new';
      const begin = { name: 'Of a template', subject: 'x', copy: `template:${path}` };
      const { address } = await world.press(create, create, begin);
      const mailingid = Number(/\/console\/mailings\/(\d+)/.exec(address)![1]);
      expect(await mailings.getMjml({ mailingid }).orThrow()).toContain('Of <b>blocks</b>');

      const kept = await media.listTemplateRevisions({ templateId }).orThrow();
      const undo = new URL(saved.address, 'https://console.example').searchParams.get('undo')!.split('.').map(Number);
      expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(undo));
      const trail = `undo=${undo.join('.')}`;
      const back = fieldsOf(await world.page(`${at}?${trail}`), `${at}#blocks`, 'value="undo"');
      await world.press(`${at}?${trail}`, at, { ...back, do: 'undo' });
      expect(await source()).toBe(before);
    },
  },
  {
    routes: ['GET /templates/:id', 'POST /templates/:id/copy'],
    title: 'a copy has the HTML and the keywords, and another path',
    async judge(world) {
      const { path, find, written, own } = await createTemplate(world);
      const taken = await world.press(own, `${own}/copy`, { path, name: '' });
      expect(textOf(taken.html)).toContain('There is a template at the path');
      const { address } = await world.press(own, `${own}/copy`, { path: `${path}-copy`, name: 'Copy' });
      const id = Number(/\/console\/templates\/(\d+)/.exec(address)![1]);
      expect(await find(id)).toMatchObject({ name: 'Copy', path: `${path}-copy`, tags: ['spring'] });
      expect(await written(id)).toBe(html);
    },
  },
  {
    routes: [
      'GET /templates/:id/versions',
      'GET /templates/:id/versions/:version',
      'GET /templates/:id/versions/:version/html',
      'POST /templates/:id/versions/:version/restore',
    ],
    title: 'versions of a template are listed, shown and restored, unless it was changed meanwhile',
    async judge(world) {
      const { media, templateId, find, written, own } = await createTemplate(world);
      await media.updateTemplate({ templateId, body: { name: 'Later', html: '<p>Later</p>' } }).orThrow();
      const revisions = await media.listTemplateRevisions({ templateId }).orThrow();
      expect(revisions.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual(['saved Later', 'saved Base']);
      const list = await world.page(`${own}/versions`);
      for (const { id } of revisions) expect(list).toContain(`${own}/versions/${id}`);
      const [newest, first] = revisions.map(({ id }) => `${own}/versions/${id}`) as [string, string];
      expect(textOf(await world.page(newest))).toContain('This is what the template contains now.');
      expect(factOf(await world.page(first), 'Name')).toBe('Base');
      expect(await world.page(`${first}/html`)).toBe(html);

      const shown = fieldsOf(await world.page(first), `${first}/restore`);
      await media.updateTemplate({ templateId, body: { html: '<p>Theirs</p>' } }).orThrow();
      const refused = await world.press(first, `${first}/restore`, shown);
      expect(textOf(refused.html)).toContain('Somebody has changed this meanwhile.');
      expect(await written()).toBe('<p>Theirs</p>');
      await world.press(first, `${first}/restore`, fieldsOf(await world.page(first), `${first}/restore`));
      expect([(await find()).name, await written()]).toEqual(['Base', html]);
    },
  },
  {
    routes: [
      'GET /templates/gallery',
      'GET /templates/gallery/:design',
      'GET /templates/gallery/:design/html',
      'POST /templates/gallery/:design/copy',
    ],
    title: 'the gallery shows all designs in a language, and one becomes a template of the account',
    async judge(world) {
      const { media } = world.service.client;
      const gallery = '/console/templates/gallery';
      const list = await world.page(`${gallery}?language=es`);
      for (const { design, name } of await media.listDesigns({ language: 'es' }).orThrow()) {
        expect(list).toContain(`${gallery}/${design}/html?language=es`);
        expect(textOf(list)).toContain(name);
      }
      const own = `${gallery}/event`;
      const from = `${own}?language=es`;
      const { subject, html: designed } = await media.getDesign({ design: 'event', language: 'es' }).orThrow();
      expect(factOf(await world.page(from), 'Subject')).toBe(subject);
      const shown = await world.page(`${own}/html?language=es`);
      expect(textOf(shown)).toContain('Hola, buenos días');
      expect(shown).not.toContain('[[');
      expect(await world.page(`${own}/html?language=es&scheme=dark`)).toContain('@media (min-width:0)');

      const fields = fieldsOf(await world.page(from), `${own}/copy`);
      expect(fields).toMatchObject({ path: 'event', title: 'Invitación', language: 'es' });
      const { address } = await world.press(from, `${own}/copy`, fields);
      const templateId = Number(/\/console\/templates\/(\d+)/.exec(address)![1]);
      expect(await media.getTemplateHtml({ templateId }).orThrow()).toBe(designed);
      const taken = await world.press(from, `${own}/copy`, fields);
      expect(taken.html).toContain('role="alert"');
      expect(fieldsOf(taken.html, `${own}/copy`)).toMatchObject({ path: 'event', title: 'Invitación', language: 'es' });
      expect(fieldsOf(await world.page(from), `${own}/copy`).path).toBe('event-2');
    },
  },
  {
    routes: ['POST /mailings/new', 'GET /mailings/new'],
    title: 'a mailing begins with a design, as MJML with subject and preview text, and its text follows',
    async judge(world) {
      const { media, mailings } = world.service.client;
      const from = '/console/templates/gallery/receipt?language=fr';
      const create = '/console/mailings/new';
      const fields = fieldsOf(await world.page(from), create);
      const { address } = await world.press(from, create, { ...fields, name: 'Reçu de mai' });
      const mailingid = Number(/\/console\/mailings\/(\d+)/.exec(address)![1]);
      const { mjml, subject, preview_text } = await media.getDesign({ design: 'receipt', language: 'fr' }).orThrow();
      const of = { mailingid };
      expect(await mailings.getMjml(of).orThrow()).toBe(mjml);
      expect(await mailings.getText(of).orThrow()).toBe('');
      expect(await mailings.getSubject(of).orThrow()).toBe(subject);
      expect(await mailings.getPreviewText(of).orThrow()).toBe(preview_text);

      const again = await world.press(from, create, { ...fields, name: 'Reçu de mai' });
      expect(again.html).toContain('role="alert"');
      expect(fieldsOf(again.html, create)).toMatchObject({ copy: 'design:fr:receipt', subject });
      const wrong = await world.press(create, create, { name: 'Nothing', subject: 'x', copy: 'design:fr:nothing' });
      expect(wrong.html).toContain('role="alert"');
      const id = await mailings.getIdByName({ mailingName: 'Nothing' });
      expect(id.status).toBe(404);
    },
  },
];
