import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(usualDatabases())('changes of templates on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());
  const revisionsOf = async (templateId: number) =>
    (await service.client.media.listTemplateRevisions({ templateId }).orThrow()).map(
      ({ kind, subject, author, own }) => `${kind} ${subject} ${author === undefined ? 'of nobody' : own}`,
    );

  test('what is replaced, changed and restored is kept, and nothing twice', async () => {
    const { media } = service.client;
    const path = 'kept/base';
    const { id: templateId } = await media.addTemplate({ path, name: 'One', body: '<p>1</p>' }).orThrow();
    await media.addTemplate({ path, name: 'Two', body: '<p>2</p>' }).orThrow();
    await media.updateTemplate({ templateId, body: { name: 'Three', tags: ['new'] } }).orThrow();
    await media.updateTemplate({ templateId, body: { tags: [] } }).orThrow();
    expect(await revisionsOf(templateId)).toEqual(['saved Three true', 'saved Two true', 'saved One true']);
    const first = (await media.listTemplateRevisions({ templateId }).orThrow()).at(-1)!;
    const of = { templateId, templateRevisionId: first.id };
    expect((await media.getTemplateRevision(of).orThrow()).contents).toEqual({ name: 'One', html: '<p>1</p>' });
    expect(await media.restoreTemplateRevision(of).orThrow()).toMatchObject({ name: 'One', path, tags: [] });
    expect(await media.getTemplateHtml({ templateId }).orThrow()).toBe('<p>1</p>');
    expect((await revisionsOf(templateId))[0]).toBe('restored One true');
    await media.deleteTemplate({ templateId }).orThrow();
    expect(await service.db.selectFrom('mailing_revision').select('id').execute()).toEqual([]);
  });

  test('a template is written in MJML, in JSON or XML, which mailings and revisions have too', async () => {
    const { mailings, media } = service.client;
    const mjml = (text: string) =>
      `<mjml><mj-body><mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`;
    const path = 'in/mjml';
    const added = await media.addTemplate({ path, contentType: 'text/mjml', body: mjml('One') }).orThrow();
    expect(added).toMatchObject({ mimetype: 'text/mjml' });
    const of = { templateId: added.id };
    const written = async () => [
      await media.getTemplateMjml(of).orThrow(),
      /One|Two &amp;|<p>3<.p>/.exec(await media.getTemplateHtml(of).orThrow())?.[0],
    ];
    expect(await written()).toEqual([mjml('One'), 'One']);
    const contentType = 'application/vnd.service.api+xml';
    await media.updateTemplate({ ...of, contentType, body: { tags: ['spring'], mjml: mjml('Two &amp;') } }).orThrow();
    expect(await written()).toEqual([mjml('Two &amp;'), 'Two &amp;']);
    const refused = [{ mjml: '<mjml><mj-text>' }, { mjml: mjml('x'), html: '<p>x</p>' }];
    for (const body of refused) expect((await media.updateTemplate({ ...of, body })).status).toBe(400);

    const mailingid = await mailings.create({ name: 'Of MJML', subject: 'x' }).orThrow();
    await mailings.setTemplate({ mailingId: mailingid, body: path }).orThrow();
    await mailings.resetContents({ mailingId: mailingid }).orThrow();
    expect(await mailings.getMjml({ mailingid }).orThrow()).toBe(mjml('Two &amp;'));
    expect(await mailings.getHtml({ mailingid }).orThrow()).toBe(await media.getTemplateHtml(of).orThrow());

    await media.updateTemplate({ ...of, body: { html: '<p>3</p>' } }).orThrow();
    expect(await written()).toEqual(['', '<p>3</p>']);
    const [, second] = await media.listTemplateRevisions(of).orThrow();
    await media.restoreTemplateRevision({ ...of, templateRevisionId: second!.id }).orThrow();
    expect(await written()).toEqual([mjml('Two &amp;'), 'Two &amp;']);
    const copied = await media.copyTemplate({ ...of, path: 'in/copy' }).orThrow();
    expect(await media.getTemplateMjml({ templateId: copied.id }).orThrow()).toBe(mjml('Two &amp;'));
    const designed = await media.copyDesign({ design: 'letter', path: 'in/letter' }).orThrow();
    const { mjml: source } = await media.getDesign({ design: 'letter' }).orThrow();
    expect(await media.getTemplateMjml({ templateId: designed.id }).orThrow()).toBe(source);
  });

  test('what was there before revisions is found', async () => {
    const { media } = service.client;
    const template = { account_id: service.accountId, path: 'old', name: 'Old', html: '<p>old</p>' };
    const { id: templateId } = await service.db
      .insertInto('mailing_template')
      .values(template)
      .returning('id')
      .executeTakeFirstOrThrow();
    await media.updateTemplate({ templateId, body: { html: '<p>new</p>' } }).orThrow();
    expect(await revisionsOf(templateId)).toEqual(['saved Old true', 'found Old of nobody']);
  });

  test('a shared template is copied, and not changed; one of another account is neither', async () => {
    const { media } = service.client;
    const operator = await insertAccount(service.db, { name: 'operator', domain: 'example.net' });
    const values = [
      { account_id: operator, path: 'shared', name: 'Shared', html: '<p>shared</p>', tags: ['a'], shared: true },
      { account_id: operator, path: 'private', name: 'Private', html: '<p>private</p>', tags: [], shared: false },
    ];
    const [shared, other] = await service.db.insertInto('mailing_template').values(values).returning('id').execute();
    const copied = await media.copyTemplate({ templateId: shared!.id, path: 'own/copy' }).orThrow();
    expect(copied).toMatchObject({ path: 'own/copy', name: 'copy', tags: ['a'] });
    expect((await media.copyTemplate({ templateId: shared!.id, path: 'own/copy' })).status).toBe(409);
    const statuses = await Promise.all([
      media.updateTemplate({ templateId: shared!.id, body: { name: 'x' } }),
      media.listTemplateRevisions({ templateId: shared!.id }),
      media.copyTemplate({ templateId: other!.id, path: 'own/other' }),
      media.updateTemplate({ templateId: other!.id, body: { name: 'x' } }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});
