import type { BulkReceiver, DkimSetup } from '../sending/index.ts';
import { obstacles, senderDns } from '../sending/index.ts';

/** Demands that a record in the DNS fulfils; the service fulfils the others by itself. */
const recordNames = { dkim: 'DKIM', spf: 'SPF', dmarc: 'DMARC' } as const;

/**
 * Returns what a bulk sender lacks of what receivers demand, as an obstacle. What the DNS does not answer is not lacking.
 * @param sender address
 */
export async function judgeBulkSender(
  receivers: readonly BulkReceiver[],
  sender: string,
  dkim: DkimSetup | undefined,
): Promise<obstacles.Obstacle[]> {
  if (receivers.length === 0 || dkim === undefined) return [];
  const records = await senderDns.proofRecords(sender.slice(sender.lastIndexOf('@') + 1).toLowerCase(), dkim);
  return lackingDemands(receivers, records);
}

/** Says what is missing of the demands of each receiver. */
export function lackingDemands(
  receivers: readonly BulkReceiver[],
  records: readonly { purpose: string; found: boolean | null; problem?: string }[],
): obstacles.Obstacle[] {
  const isMet = (purpose: string) => {
    const own = records.filter((record) => record.purpose === purpose);
    return own.length > 0 && own.every(({ found, problem }) => found === null || (found && problem === undefined));
  };
  return receivers.flatMap(({ rules: { name, bulk }, mails, lately }) => {
    const missing = Object.entries(recordNames).filter(
      ([demand]) => bulk.demands.some((each) => each === demand) && !isMet(demand),
    );
    if (missing.length === 0) return [];
    const names = missing.map(([, label]) => label).join(', ');
    const message = `${name} gets ${mails + lately} mails in 24 hours with this mailing. From ${bulk.from} it rejects mails without what is missing or wrong here: ${names}.`;
    return [obstacles.obstacle('bulk_sender', message)];
  });
}
