import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { Command } from 'commander';
import { freeBytes } from '../../platform/database/embedded/disk-guard.ts';
import { version } from '../../platform/version.ts';
import { showFindings } from '../doctor/show.ts';
import { type JsonOptions, jsonOption, printJson } from '../json.ts';
import { accountOption, type DataOptions, dataOptions, serveOptions } from '../options.ts';
import { findUpgradeFacts } from './facts.ts';
import { reportUpgrade } from './report.ts';
import { checkSettings } from './settings.ts';

interface UpgradeOptions extends DataOptions, JsonOptions {
  check?: boolean;
  settings?: string;
}

/** `mailwright upgrade --check`: what an upgrade to this version will do. Works beside the running version before. */
export function upgradeCommand(): Command {
  const command = new Command('upgrade')
    .description('say before an upgrade to this version what it will do, what it needs and how to go back')
    .option('--check', 'look at migrations, disk, settings and backups, and change nothing')
    .option('--settings <file>', 'file with the settings of the service, one VARIABLE=value per line')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Run it with the new version while the old one still works. The exit status is 0 if the upgrade can begin, and 1 if something
must be put right before.

Examples:
  mailwright upgrade --check --data /var/lib/mailwright --settings /etc/mailwright/mailwright.conf
  mailwright upgrade --check --database postgres://db.example.com/mailwright --json
`,
    )
    .action(upgrade);
  for (const option of dataOptions()) command.addOption(option);
  return command;
}

async function upgrade({ check, settings, json, ...options }: UpgradeOptions): Promise<void> {
  if (!check)
    throw new Error(
      'say --check to see what an upgrade will do; the upgrade itself happens when the new version starts on the data',
    );
  const isEmbedded = options.database === undefined;
  const facts = await findUpgradeFacts(options);
  const report = await reportUpgrade(facts, {
    subject: isEmbedded ? options.data : 'PostgreSQL',
    freeBytes: isEmbedded ? freeBytes(resolve(options.data)) : undefined,
    now: new Date(),
  });
  const variables = settings === undefined ? process.env : parseEnv(readFileSync(settings, 'utf8'));
  const findings = [...report.findings, ...checkSettings(variables, [...serveOptions(), accountOption()])];
  const ready = findings.every(({ state }) => state !== 'error');
  if (json) printJson({ version, ready, ...report, findings });
  else {
    console.log(showFindings(findings));
    if (report.ahead.length > 0) console.log(`\nAhead: ${report.ahead.map(({ name }) => name).join(', ')}`);
    console.log(`\nThe way back:\n${report.wayBack.map((step, index) => `  ${index + 1}. ${step}`).join('\n')}`);
    console.log(
      ready ? `\nThe upgrade to ${version} can begin.` : `\nPut the errors right before the upgrade to ${version}.`,
    );
  }
  if (!ready) process.exitCode = 1;
}
