/** Exports reports of receivers about the domains of senders (DMARC, TLS) to other contexts, as the namespace `domainReports`. */
export { reportAddressOf } from '../mail/identity.ts';
export { countMailSources, type DomainFigures, listMailSources, listReputation } from './figures.ts';
export { purgeDomainReportsTask } from './purge-task.ts';
export { ReportFault } from './reading/report.ts';
export { receiveReportFile } from './receive.ts';
