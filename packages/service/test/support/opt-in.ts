import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { OccasionKey } from '../../src/tracking/index.ts';
import type { TestService } from './service.ts';

let made = 0;

/** A double-opt-in mailing with the key and all that it takes to be released. */
export async function createOptInMailing(
  { client }: Pick<TestService, 'client'>,
  key: string,
  locale?: string,
): Promise<number> {
  const name = `Opt-in ${++made}`;
  const mailingid = await client.mailings.create({ name, subject: 'Please confirm', type: 'doi' }).orThrow();
  await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
  const html =
    '<html><body><p>Hello [[CONTACT|FIRSTNAME|friend]]</p><a href="[[LINK|DOI_CONFIRM]]">Confirm</a></body></html>';
  await client.mailings.setHtml({ mailingid, body: html }).orThrow();
  if (locale) await client.mailings.setLocale({ mailingid, body: locale }).orThrow();
  await client.doubleOptInMailings.setDoiKey({ mailingid, body: key }).orThrow();
  return mailingid;
}

/** As `createOptInMailing`, released. */
export async function releaseOptInMailing(
  service: Pick<TestService, 'client'>,
  key: string,
  locale?: string,
): Promise<number> {
  const mailingid = await createOptInMailing(service, key, locale);
  await service.client.mailings.sendNow({ mailingid }).orThrow();
  return mailingid;
}

/** The link in the mail that confirms. */
export function confirmLink({ html }: { html?: string }): string {
  const link = /href="([^"]+\/doi\/[^"]+)"/.exec(html ?? '')?.[1];
  if (link === undefined) throw new Error(`The mail has no link: ${html}`);
  return link;
}

/** Waits until every mail that was asked for has found its end, and gives the ends. */
export function endsOfMails({ db }: Pick<TestService, 'db'>) {
  return vi.waitFor(async () => {
    const mails = await db
      .selectFrom('recipient as mail')
      .innerJoin('opt_in_request as request', 'request.contact_id', 'mail.contact_id')
      .select(['request.email_folded as email', 'mail.state', 'mail.reason'])
      .where('mail.occasion', '=', sql<OccasionKey>`'opt-in:' || request.id`)
      .execute();
    expect(mails.filter(({ state }) => ['pending', 'in_flight', 'deferred'].includes(state))).toEqual([]);
    return mails;
  });
}
