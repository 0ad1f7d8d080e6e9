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
