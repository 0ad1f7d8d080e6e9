import type { Client } from '@mailwright/client';
import { findAccount } from '../../../account/index.ts';
import type { TrialAccount } from '../../../app/trial-account.ts';
import { findMailing } from '../../../mailings/index.ts';
import { tagFaults } from '../../../quality/index.ts';
import { CampaignAccount } from '../account.ts';
import { withDefaults } from '../compare.ts';
import { bySections, findBrokenReferences } from '../differences.ts';
import { type Campaigns, type Properties, type SampleContact, type Thing, titleOf } from '../model.ts';
import { slugOf } from '../pull.ts';
import { inOrder } from '../references.ts';
import { createSamples, forTrial, prepareOthers } from './prepare.ts';
import type { Snapshots } from './snapshots.ts';

/** What came of one thing. It failed if there are faults. */
export interface TestResult {
  title: string;
  place: string;
  faults: string[];
  warnings: string[];
}

/** Checks that ask no other server. */
const offlineChecks = ['attention', 'personalization', 'messagesize', 'display', 'spam'] as const;
/** A template is not a mail yet: nobody leaves by it, and it has no sender. */
const checksOfTemplates = ['personalization', 'messagesize'] as const;

/**
 * Tries everything that files describe in an account of its own: creates it, renders and checks it.
 * @param tell called with each result
 */
export async function testCampaigns(
  { things, samples }: Campaigns,
  trial: TrialAccount,
  client: Client,
  snapshots: Snapshots,
  tell: (result: TestResult, number: number, total: number) => void,
): Promise<TestResult[]> {
  const fields = things.filter(({ section }) => section === 'fields');
  await prepareOthers(client, things);
  const account = await CampaignAccount.open(client);
  const order = inOrder(bySections(things), () => false);
  const results: TestResult[] = [];
  const names = new Map<string, number>();
  let samplesAreThere = false;
  for (const [index, thing] of order.entries()) {
    if (!samplesAreThere && index >= fields.length) {
      await createSamples(client, samples);
      samplesAreThere = true;
    }
    const result = { title: titleOf(thing), place: thing.locate([]), faults: [] as string[], warnings: [] as string[] };
    try {
      await tryThing(thing, result);
    } catch (error) {
      result.faults.push((error as Error).message);
    }
    results.push(result);
    tell(result, index + 1, order.length);
  }
  return results;

  async function tryThing(thing: Thing, result: TestResult): Promise<void> {
    result.faults.push(...findBrokenReferences([thing], (section, name) => account.has(section, name)));
    if (result.faults.length > 0) return;
    const tried = forTrial(thing);
    // Each account has a segment of everybody, which needs no rules.
    if (account.has(thing.section, thing.name)) return;
    await account.create({ ...tried, properties: withDefaults(thing.section, tried.properties) }, () => {});
    if (thing.section !== 'mailings' && thing.section !== 'templates') return;
    const mailingId =
      thing.section === 'mailings' ? account.find('mailings', thing.name)!.id : await mailingOf(thing.properties);
    await checkTags(mailingId, result);
    await check(mailingId, thing.section === 'mailings' ? offlineChecks : checksOfTemplates, result);
    const slug = uniqueSlug(thing);
    for (const sample of samples.length > 0 ? samples : [undefined]) await render(mailingId, slug, sample, result);
    if (thing.section === 'templates') await client.mailings.delete({ mailingId });
  }

  /** Returns a mailing with the contents of a template. */
  async function mailingOf({ html, mjml }: Properties): Promise<number> {
    const mailingid = await client.mailings
      .create({ name: `Template ${results.length}`, subject: 'Template' })
      .orThrow();
    const body = mjml === undefined ? { html: String(html) } : { mjml: String(mjml) };
    await client.mailings.setContents({ mailingid, body }).orThrow();
    return mailingid;
  }

  async function check(
    id: number,
    wanted: readonly (typeof offlineChecks)[number][],
    { faults, warnings }: TestResult,
  ): Promise<void> {
    const { kinds } = await trial.administration.checkableMailing({ account: trial.accountId, id });
    for (const kind of wanted.filter((each) => kinds.includes(each))) {
      const { findings } = await trial.administration.checkMailing({ account: trial.accountId, id, kind });
      for (const { severity, code, message, location } of findings) {
        // Contacts come with the samples alone.
        if (code === 'no_recipients') continue;
        const text = `${kind}: ${location === undefined ? '' : `${location}: `}${message}`;
        if (severity === 'error') faults.push(text);
        else if (severity === 'warning') warnings.push(text);
      }
    }
  }

  /** The check of placeholders looks at recipients, whom only regular mailings have. */
  async function checkTags(id: number, { faults }: TestResult): Promise<void> {
    const { db, accountId } = trial;
    const mailing = (await findMailing(db, accountId, id))!;
    if (mailing.type === 'regular') return;
    const found = await tagFaults(db, await findAccount(db, accountId), mailing);
    faults.push(...found.map(({ location, message }) => `personalization: ${location}: ${message}`));
  }

  async function render(
    id: number,
    slug: string,
    sample: SampleContact | undefined,
    { faults }: TestResult,
  ): Promise<void> {
    const contact = sample && { contact: sample.email };
    const mail = await trial.administration.previewMailing({ account: trial.accountId, id, ...contact });
    const base = `${slug}.${sample === undefined ? 'nobody' : slugOf(sample.email)}`;
    const head = `Subject: ${mail.subject}\nFrom: ${mail.senderAlias}\nPreview: ${mail.preview}\n\n`;
    const isTemplate = slug.startsWith('templates/');
    const found = [
      isTemplate ? undefined : snapshots.check(`${base}.txt`, `${head}${withoutTokens(mail.text ?? '')}\n`),
      mail.html === null ? undefined : snapshots.check(`${base}.html`, withoutTokens(mail.html)),
    ];
    faults.push(...found.filter((fault) => fault !== undefined));
  }

  /** Several names may have one slug. */
  function uniqueSlug({ section, name }: Thing): string {
    const slug = `${section}/${slugOf(name)}`;
    const number = (names.get(slug) ?? 0) + 1;
    names.set(slug, number);
    return number === 1 ? slug : `${slug}-${number}`;
  }
}

/** Links of recipients are signed with the key of the account, which is another one in each trial. */
const withoutTokens = (html: string): string =>
  html.replaceAll(/(https:\/\/mailwright\.invalid\/[\w-]*)[^\s"'<>]*/g, '$1/…');
