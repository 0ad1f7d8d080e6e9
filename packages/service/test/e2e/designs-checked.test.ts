import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { languages } from '../../src/platform/text/language.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('designed templates before the checks', () => {
  const kinds = ['Attention', 'Display', 'Image', 'MessageSize', 'Personalization', 'Spam'] as const;
  let service: TestService;
  beforeAll(async () => {
    const [embedded] = usualDatabases();
    service = await startTestService(await embedded!.open());
  });
  afterAll(() => service?.close());

  async function checkDesign(design: string, language: (typeof languages)[number]): Promise<string[]> {
    const { mailings, mailingChecks, media, regularMailings } = service.client;
    const { mjml, text, subject, preview_text } = await media.getDesign({ design, language }).orThrow();
    const mailingid = await mailings.create({ name: `${design} ${language}`, subject }).orThrow();
    const sender = { sender: 'news@example.com', sender_alias: 'Example' };
    await mailings.setContents({ mailingid, body: { mjml, text, preview_text, ...sender } }).orThrow();
    await regularMailings.setTargetGroup({ mailingid, body: await service.groupId('regular') }).orThrow();
    for (const kind of kinds) await mailingChecks[`start${kind}`]({ mailingid }).orThrow();
    const found: string[] = [];
    for (const kind of kinds) {
      const { state, findings = [] } = await vi.waitFor(() => mailingChecks[`get${kind}`]({ mailingid }).orThrow(), {
        timeout: 60_000,
        interval: 20,
      });
      const wrong = findings.filter(({ severity }) => severity !== 'info');
      found.push(...wrong.map(({ code, message }) => `${kind} ${code}: ${message}`));
      if (state !== 'success') found.push(`${kind} ${state}`);
    }
    return found;
  }

  test.each(languages)('in %s, none has an error or a warning', async (language) => {
    const designs = await service.client.media.listDesigns({ language }).orThrow();
    for (const { design } of designs) expect.soft(await checkDesign(design, language), design).toEqual([]);
  });
});
