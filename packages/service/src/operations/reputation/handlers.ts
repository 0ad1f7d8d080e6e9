import { ApiError, badRequest, type Handlers } from '@mailwright/server';
import { totalOf } from '../../platform/lists/total.ts';
import { domainReports } from '../../sending/index.ts';
import type { Context } from '../context.ts';

/** What receivers report about the domains of senders. */
export const reputationHandlers = {
  async addDomainReports({ body }, { db, account }) {
    return domainReports.receiveReportFile(db, account, body).catch(refuse);
  },

  async getReputation(input, { db, account, dkim }) {
    const days = daysOf(input);
    const domains = await domainReports.listReputation(db, account.id, days);
    const address = dkim.returnPath && domainReports.reportAddressOf(account, dkim.returnPath);
    return { ...days, ...(address && { report_address: address }), domains: domains.map(toDocument) };
  },

  async listMailSources({ domain, ...input }, { db, accountId }) {
    const page = { ...input, ...daysOf(input), domain: domain.toLowerCase() };
    const sources = await domainReports.listMailSources(db, accountId, page);
    return {
      items: sources.map(({ address, provenBy, ...source }) => ({
        ...(address !== undefined && { address }),
        ...source,
        ...(provenBy !== undefined && { proven_by: provenBy }),
      })),
      total: await totalOf(sources, input, () => domainReports.countMailSources(db, accountId, page)),
    };
  },
} satisfies Partial<Handlers<Context>>;

function refuse(error: unknown): never {
  if (!(error instanceof domainReports.ReportFault)) throw error;
  if (error.isTooLarge) throw new ApiError(413, `body is too large: ${error.message}`);
  throw badRequest(`body is no report that can be read: ${error.message}`);
}

const toDocument = ({ domain, policy, tls, ...figures }: domainReports.DomainFigures) => ({
  name: domain,
  ...figures,
  ...(policy !== null && { policy }),
  connections: tls,
});

const dayMillis = 86_400_000;
const usualDays = 30;

/** Returns the days that are asked for. @throws ApiError 400 */
function daysOf({ from, to = dayOf(Date.now()) }: { from?: string | undefined; to?: string | undefined }) {
  const first = from ?? dayOf(Date.parse(to) - (usualDays - 1) * dayMillis);
  if (first > to) throw badRequest(`from must be a day before ${to} but was ${first}`);
  return { from: first, to };
}

const dayOf = (millis: number) => new Date(millis).toISOString().slice(0, 10);
