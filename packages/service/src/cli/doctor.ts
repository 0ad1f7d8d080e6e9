import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { createFetcher } from '../platform/fetch/fetch.ts';
import { type Dns, dnsOf } from '../platform/network/dns.ts';
import type { DkimRecord } from '../sending/index.ts';
import { checkVerifiedBackup } from './doctor/backups.ts';
import { checkBlocklist } from './doctor/blocklists.ts';
import { checkBounceSources } from './doctor/bounces.ts';
import { checkClock } from './doctor/clock.ts';
import { checkDatabase } from './doctor/database.ts';
import { checkEvents } from './doctor/events.ts';
import { type DoctorFinding, findingsOf } from './doctor/finding.ts';
import { checkCertificate, checkDisk, checkOrder, ownCertificate } from './doctor/machine.ts';
import { checkOwners } from './doctor/owners.ts';
import { checkReceivers, checkRelays } from './doctor/relays.ts';
import { checkSecrets } from './doctor/secrets.ts';
import { checkSender } from './doctor/sender.ts';
import { checkBounceDomain, checkPtr, checkPublicName } from './doctor/server.ts';
import { showFindings } from './doctor/show.ts';
import { jsonOption, printJson } from './json.ts';
import { openOperator } from './operator.ts';
import { acmeDomainOption, type SendingOptions, sendingOptions } from './options.ts';

interface DoctorOptions extends SendingOptions {
  domain: string[];
  sendingAddress: string[];
  blocklist: string[];
  domainBlocklist: string[];
  tlsCert?: string;
  acmeDomain?: string[];
  dns?: string;
  timeServer: string;
  json?: boolean;
}

/** `mailwright doctor`: looks at everything around the service that mails depend on. Works beside a running one. */
export function doctorCommand(): Command {
  const command = new Command('doctor')
    .description(
      'check DNS, SPF, DKIM, DMARC, PTR, MTA-STS, TLS-RPT, BIMI, certificate, clock, disk, database, secrets, backups and ways in for bounces; exits with status 1 if there is an error',
    )
    .option(
      '--domain <name>',
      'sender domain to check; can be repeated; the default is the domains of mailings and DKIM keys',
      several,
      [],
    )
    .option('--sending-address <ip>', 'IP address from which mails are sent; can be repeated', several, [])
    .option('--blocklist <zone>', 'DNS list in which to look up the sending addresses; can be repeated', several, [])
    .option(
      '--domain-blocklist <zone>',
      'DNS list in which to look up the domains of links and senders; can be repeated',
      several,
      [],
    )
    .addOption(new Option('--tls-cert <file>', 'certificate of the service, as for serve').env('MAILWRIGHT_TLS_CERT'))
    .addOption(acmeDomainOption())
    .option('--dns <address>', 'DNS server to query, optionally with a port, instead of the one of this machine')
    .option('--time-server <host>', 'time server to compare the clock with', 'pool.ntp.org')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  mailwright doctor --public-url https://news.example.com --dkim-keys /etc/mailwright/dkim
  mailwright doctor --domain example.com --sending-address 192.0.2.25 --dns 9.9.9.9 --json
`,
    )
    .action(doctor);
  for (const option of sendingOptions()) command.addOption(option);
  return command;
}

async function doctor(options: DoctorOptions): Promise<void> {
  const findings = await examine(options, dnsOf(options.dns));
  if (options.json) printJson({ findings });
  else console.log(showFindings(findings));
  if (findings.some(({ state }) => state === 'error')) process.exitCode = 1;
}

/** All checks, side by side; what the database says comes first, because it names domains to look at. */
async function examine(options: DoctorOptions, dns: Dns): Promise<DoctorFinding[]> {
  const {
    data,
    dkimKeys,
    bounceDomain,
    acmeDomain,
    publicUrl = `https://${acmeDomain?.[0] ?? 'localhost'}`,
    tlsCert,
    sendingAddress,
    timeServer,
  } = options;
  const { listDkimRecords } = await import('../sending/index.ts');
  const keys = dkimKeys === undefined ? undefined : listDkimRecords(dkimKeys);
  const { findings, senders } = await askDatabase(options, keys ?? []);
  const named = options.domain.map((domain) => domain.toLowerCase());
  const domains = new Set(named.length > 0 ? named : [...(keys ?? []).map(({ domain }) => domain), ...senders]);
  const { hostname } = new URL(publicUrl);
  const certificate = tlsCert ?? ownCertificate(resolve(data));
  const { fetch, close } = createFetcher();
  const others = await Promise.all([
    ...(options.database === undefined ? [checkDisk(resolve(data))] : []),
    checkClock(timeServer),
    ...(acmeDomain === undefined ? [checkCertificate(certificate, hostname, new Date())] : []),
    checkPublicName(dns, hostname),
    ...(bounceDomain === undefined ? [] : [checkBounceDomain(dns, bounceDomain)]),
    ...sendingAddress.map((address) => checkPtr(dns, address)),
    ...options.blocklist.map((zone) => checkBlocklist(dns, { zone, of: 'addresses' }, sendingAddress)),
    ...options.domainBlocklist.map((zone) =>
      checkBlocklist(dns, { zone, of: 'domains' }, [...new Set([hostname, ...domains])]),
    ),
    ...Array.from(domains, (domain) =>
      checkSender(dns, { domain, returnPath: bounceDomain, sendingAddresses: sendingAddress, keys, fetch }),
    ),
  ]);
  await close();
  // Domains with the same return path have the same findings about it.
  const byText = new Map(others.flat().map((finding) => [JSON.stringify(finding), finding]));
  return [...findings, ...byText.values()];
}

/** Reports whether the database can be used, and the domains of senders in it. */
async function askDatabase(
  options: DoctorOptions,
  keys: readonly DkimRecord[],
): Promise<{ findings: DoctorFinding[]; senders: string[] }> {
  const subject = options.database === undefined ? options.data : 'PostgreSQL';
  try {
    const operator = await openOperator(options);
    try {
      const { senders, oldestEvent, verifiedBackup, bounceSources, secrets, certificate, ...facts } =
        await operator.ask('diagnosis', undefined);
      const [orderedName] = options.acmeDomain ?? [];
      const findings = [
        ...checkDatabase(subject, facts),
        ...checkSecrets(secrets, options.database !== undefined),
        ...checkEvents(oldestEvent, options.keepEvents),
        ...checkVerifiedBackup(verifiedBackup, new Date()),
        ...checkBounceSources(bounceSources, {
          isPortUsed: options.bounceDomain !== undefined,
          publicUrl: options.publicUrl ?? 'https://HOST',
          now: new Date(),
        }),
        ...(orderedName === undefined ? [] : checkOrder(certificate, orderedName, new Date())),
        ...checkRelays(await operator.ask('listRelays', {})),
        ...checkReceivers(await operator.ask('listReceivers', {})),
        ...checkOwners(await operator.ask('listSenderDomains', {}), keys, await operator.ask('listAccounts', {})),
      ];
      return { findings, senders };
    } finally {
      await operator.close();
    }
  } catch (failure) {
    return { findings: findingsOf('database', subject).error((failure as Error).message), senders: [] };
  }
}

const several = (value: string, before: string[]) => [...before, value];
