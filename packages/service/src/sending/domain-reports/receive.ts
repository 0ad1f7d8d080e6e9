import type { Account } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { workerFunctions } from '../../platform/workers/worker-pool.ts';
import { type DomainReport, ReportFault } from './reading/report.ts';
import { type ReportReceipt, storeReport } from './store.ts';

const callWorker = workerFunctions<typeof import('./reading/read-file.ts')>(import.meta.url, './reading/read-file');
/** A file at its limits takes some seconds. */
const deadlineMillis = 20_000;

/**
 * Reads a file of reports and counts each of them.
 * @throws ReportFault if it is none that can be read
 */
export async function receiveReportFile(db: Db, account: Account, file: Uint8Array): Promise<ReportReceipt[]> {
  const reading = await callWorker('readReportFile', file, { deadlineMillis });
  if ('fault' in reading) throw new ReportFault(reading.fault, reading.isTooLarge);
  return storeReports(db, account, reading.reports);
}

/** Counts reports, one after the other. */
export async function storeReports(
  db: Db,
  account: Account,
  reports: readonly DomainReport[],
  now = new Date(),
): Promise<ReportReceipt[]> {
  const receipts: ReportReceipt[] = [];
  for (const report of reports) receipts.push(await storeReport(db, account, report, now));
  return receipts;
}
