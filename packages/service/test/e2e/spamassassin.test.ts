import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { databases } from '../support/database.ts';
import { newsletterHtml, newsletterText } from '../support/newsletter.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { hasSpamAssassin, type SpamAssassin, startSpamAssassin } from '../support/spamassassin.ts';

const why = hasSpamAssassin ? '' : ' (left out: the Debian packages spamassassin and spamd are not installed)';
if (why) console.log(`The spam check with a real SpamAssassin${why}.`);

const newsletter = { html: newsletterHtml, text_body: newsletterText };

describe.skipIf(!hasSpamAssassin)(`the spam check with a real SpamAssassin${why}`, () => {
  let spamassassin: SpamAssassin;
  let service: TestService;
  beforeAll(async () => {
    spamassassin = await startSpamAssassin();
    const [embedded] = databases();
    service = await startTestService(await embedded!.open(), undefined, { spamd: spamassassin });
  });
  afterAll(async () => {
    await service?.close();
    await spamassassin?.close();
  });

  async function check(subject: string, contents: { html: string; text_body: string }) {
    const { client, db } = service;
    const mailingid = await client.mailings.create({ name: subject, subject }).orThrow();
    await client.mailings.setSender({ mailingid, body: 'news@shop.example.com' }).orThrow();
    await client.mailings.setHtml({ mailingid, body: contents.html }).orThrow();
    const more = { text_body: contents.text_body, sender_alias: 'Garden shop' };
    await db.updateTable('mailing_content').set(more).where('mailing_id', '=', mailingid).execute();
    await client.mailingChecks.startSpam({ mailingid }).orThrow();
    return vi.waitFor(() => client.mailingChecks.getSpam({ mailingid }).orThrow(), { interval: 100 });
  }

  test('an ordinary newsletter has at most 1.0 points', async () => {
    const { state, score, rules, findings } = await check('What is new in the garden shop this week', newsletter);
    expect(findings?.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^The SpamAssassin score is /),
    );
    expect(score, JSON.stringify(rules)).toBeLessThanOrEqual(1);
    expect(state).toBe('success');
  });

  test('what SpamAssassin is tested with is spam', async () => {
    const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';
    const { state, score, rules } = await check('A test of spam', { html: `<p>${gtube}</p>`, text_body: gtube });
    expect(state).toBe('failed');
    expect(score).toBeGreaterThan(900);
    expect(rules?.map(({ name }) => name)).toContain('GTUBE');
  });

  test('a daemon that is gone is told', async () => {
    await spamassassin.close();
    const { state, findings } = await check('Without the daemon', newsletter);
    expect(state).toBe('warning');
    expect(findings?.map(({ code }) => code)).toContain('spamassassin_unavailable');
  });
});
