import type { ReadTexts } from '../dkim/faults.ts';
import { type DmarcPolicy, type DmarcRecord, readDmarcRecord } from './record.ts';

/** What receivers find when they look for the policy of a domain that stands in `From` (RFC 9989, section 4.10). */
export type FoundPolicy =
  | { state: 'silent' }
  /** No record that applies; `several` names the place of more than one, which count as none. */
  | { state: 'missing'; several: string | undefined }
  | {
      state: 'found';
      /** Domain that has the record. */
      domain: string;
      record: DmarcRecord;
      /** What is done with mails of the domain; undefined if the record says nothing that can be applied. */
      policy: DmarcPolicy | undefined;
      /** What is done after the test: that of the record. */
      intended: DmarcPolicy | undefined;
    };

/** Domain names asked for at most (section 4.10): those of many labels are shortened at once to seven. */
const longest = 8;

/**
 * Finds the policy that applies to mails of a domain: its own record, else that of its organization, else that of whoever
 * registers names above it.
 * @param exists whether the domain has addresses or takes mail; `np` is for others
 */
export async function findDmarcPolicy(texts: ReadTexts, domain: string, exists: boolean): Promise<FoundPolicy> {
  const steps = await walk(texts, domain);
  if (steps === undefined) return { state: 'silent' };
  const own = steps.find((step) => step.domain === domain && step.record);
  const organization = organizationOf(domain, steps);
  const place = own ?? found(steps, organization) ?? steps.find((step) => step.record?.psd === 'y');
  if (place?.record === undefined) {
    return { state: 'missing', several: steps.find((step) => step.isAmbiguous)?.domain };
  }
  const { record } = place;
  const below = exists ? (record.sp ?? record.p) : (record.np ?? record.sp ?? record.p);
  const intended = place.domain === domain ? record.p : below;
  return {
    state: 'found',
    domain: place.domain,
    record,
    policy: record.isTest ? milder(intended) : intended,
    intended,
  };
}

/**
 * The domain that stands for its owner: two names are aligned in the relaxed way if it is the same of both (section 4.10.2).
 * @returns undefined if the DNS does not respond
 */
export async function organizationalDomain(texts: ReadTexts, domain: string): Promise<string | undefined> {
  const steps = await walk(texts, domain);
  return steps && organizationOf(domain, steps);
}

interface Step {
  domain: string;
  record: DmarcRecord | undefined;
  /** Several records, all of which are ignored. */
  isAmbiguous: boolean;
}

/** The domain and those above it, up to one that says where its organization ends; undefined if the DNS does not respond. */
async function walk(texts: ReadTexts, domain: string): Promise<Step[] | undefined> {
  const steps: Step[] = [];
  for (let labels = domain.split('.'); labels.length > 0; labels = above(labels)) {
    const name = labels.join('.');
    const found = await texts(`_dmarc.${name}`);
    if (found === undefined) return undefined;
    const records = found.map(readDmarcRecord).filter((record) => record !== undefined);
    const record = records.length === 1 ? records[0] : undefined;
    steps.push({ domain: name, record, isAmbiguous: records.length > 1 });
    if (record?.psd === 'n' || (record?.psd === 'y' && steps.length > 1)) break;
  }
  return steps;
}

const above = (labels: string[]) => labels.slice(labels.length >= longest ? labels.length - longest + 1 : 1);

function organizationOf(domain: string, steps: readonly Step[]): string {
  const own = steps.find((step) => step.record?.psd === 'n');
  if (own) return own.domain;
  const suffix = steps.find((step) => step.domain !== domain && step.record?.psd === 'y')?.domain;
  if (suffix !== undefined) {
    const labels = domain.split('.');
    return labels.slice(labels.length - suffix.split('.').length - 1).join('.');
  }
  return steps.findLast((step) => step.record)?.domain ?? domain;
}

const found = (steps: readonly Step[], domain: string) => steps.find((step) => step.domain === domain && step.record);

/** What receivers do instead while the policy is tried only (section 4.7, tag `t`). */
function milder(policy: DmarcPolicy | undefined): DmarcPolicy | undefined {
  return policy === 'reject' ? 'quarantine' : policy === 'quarantine' ? 'none' : policy;
}
