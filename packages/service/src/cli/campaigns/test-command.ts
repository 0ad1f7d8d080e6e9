import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import { Command } from 'commander';
import { type JsonOptions, jsonOption, printJson } from '../json.ts';
import { styled } from '../styled.ts';
import type { Campaigns } from './model.ts';
import { readCampaigns } from './read.ts';
import type { TestResult } from './trial/run.ts';
import { Snapshots } from './trial/snapshots.ts';
import { fillVariables } from './variables.ts';

interface TestOptions extends JsonOptions {
  update?: boolean;
}

/** `mailwright test`: renders and checks a directory of campaigns without a server. */
export function testCommand(): Command {
  return new Command('test')
    .description(
      'render and check a directory of campaigns, and compare the mails with their snapshots; nothing is sent',
    )
    .argument('<directory>', 'directory of campaigns, as "mailwright pull" writes it')
    .option('--update', 'write the snapshots in place of comparing them')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
It needs no server and no key, and asks no other server. Each mailing and template is rendered for each contact of the section
"samples". The exit status is 1 if something fails.

Examples:
  mailwright test campaigns --update   writes campaigns/snapshots; look at them, and commit them
  mailwright test campaigns            compares the mails with the snapshots, as in CI
`,
    )
    .action(test);
}

async function test(root: string, { update = false, json }: TestOptions): Promise<void> {
  const campaigns = withPlaceholders(readCampaigns(root));
  if (!json) console.error(`Trying ${campaigns.things.length} things of ${root}`);
  const snapshots = new Snapshots(root, update);
  const directory = mkdtempSync(join(tmpdir(), 'mailwright-test-'));
  try {
    const { openTrialAccount } = await import('../../app/trial-account.ts');
    const { testCampaigns } = await import('./trial/run.ts');
    const trial = await openTrialAccount(directory);
    try {
      const client = createClient({ baseUrl: trial.baseUrl, apiKey: trial.key, fetch: trial.fetch });
      const tell = json ? () => {} : show;
      const results = await testCampaigns(campaigns, trial, client, snapshots, tell);
      end(results, snapshots, { update, ...(json && { json }) });
    } finally {
      await trial.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Variables are secrets of the installation, which a test does not need. */
const withPlaceholders = (campaigns: Campaigns): Campaigns =>
  fillVariables(campaigns, (name) =>
    name.endsWith('_URL') ? `https://example.com/${name.toLowerCase()}` : name.toLowerCase(),
  );

function show({ title, place, faults, warnings }: TestResult, number: number, total: number): void {
  const mark = faults.length > 0 ? styled(process.stdout, 'red', 'failed') : styled(process.stdout, 'green', 'passed');
  console.log(`[${number}/${total}] ${mark}  ${oneLine(title)}`);
  if (faults.length > 0) console.log(`    ${place}`);
  for (const fault of faults) console.log(`    ${styled(process.stdout, 'red', 'fault')}    ${clean(fault)}`);
  for (const warning of warnings) console.log(`    ${styled(process.stdout, 'yellow', 'warning')}  ${clean(warning)}`);
}

function end(results: readonly TestResult[], snapshots: Snapshots, { update, json }: TestOptions): void {
  const failed = results.filter(({ faults }) => faults.length > 0).length;
  const passed = results.length - failed;
  const old = snapshots.findOld();
  if (json) printJson({ passed, failed, results, oldSnapshots: old });
  else {
    if (update)
      console.error(`Wrote ${snapshots.written} snapshots${old.length > 0 ? ` and removed ${old.length}` : ''}.`);
    else for (const each of old) console.error(`Belongs to nothing any more: snapshots/${each}`);
    console.log(`${passed} passed, ${failed} failed`);
  }
  if (failed > 0) process.exitCode = 1;
}

/** Without what terminals obey; lines stay. */
const clean = (text: string): string => text.replaceAll(/[^\P{Cc}\n]|\p{Cf}/gu, ' ');
const oneLine = (text: string): string => clean(text).replaceAll('\n', ' ');
