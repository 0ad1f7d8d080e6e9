/** Exports the DNS records that domains of senders need to other contexts as the namespace `senderDns`. */
export { bimiRecord } from './bimi-record.ts';
export { dkimKeyRecord } from './dkim-record.ts';
export type { DnsRecord } from './dns-record.ts';
export { domainRecords, proofRecords } from './domain-records.ts';
export { mxRecord } from './mx-record.ts';
export { ptrRecord, reverseName } from './ptr-record.ts';
export { spfRecord } from './spf-record.ts';
export { mtaStsRecord, tlsReportRecord } from './transport-records.ts';
