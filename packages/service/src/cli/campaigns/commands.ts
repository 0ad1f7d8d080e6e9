import { appendFileSync } from 'node:fs';
import { createClient } from '@mailwright/client';
import { Command } from 'commander';
import { access } from '../api/access.ts';
import { type JsonOptions, jsonOption, printJson } from '../json.ts';
import { printable } from '../printable.ts';
import { CampaignAccount } from './account.ts';
import { applyCampaigns } from './apply.ts';
import { type CampaignDifferences, findCampaignDifferences } from './differences.ts';
import type { TellSecret } from './kinds/kind.ts';
import { type Campaigns, singular, titleOf } from './model.ts';
import { pullCampaigns, writeFiles } from './pull.ts';
import { readCampaigns } from './read.ts';
import { fillVariables } from './variables.ts';

export interface CampaignOptions extends JsonOptions {
  webhookSecrets?: string;
}

/** Names that are not shown one by one. */
const mostShown = 50;

/** Shows what `apply` would change in the account of the key. Sets status 2 if there is something. */
export async function planCampaigns(root: string, options: CampaignOptions): Promise<void> {
  const campaigns = read(root);
  const differences = await findCampaignDifferences(campaigns, await openAccount(options));
  if (options.json) {
    printJson(documentOf(differences));
  } else {
    for (const { text } of differences.changes) console.log(printable(text));
    if (differences.changes.length === 0) console.log('Nothing to change.');
    tell(differences);
  }
  if (differences.changes.length > 0) process.exitCode = 2;
}

/** Makes the account of the key what a directory says. */
export async function applyDirectory(root: string, options: CampaignOptions): Promise<void> {
  const campaigns = read(root);
  const account = await openAccount(options);
  const tellSecret = secretWriter(campaigns, account, options.webhookSecrets);
  const tellDone = (text: string) => (options.json ? undefined : console.log(printable(text)));
  const differences = await applyCampaigns(campaigns, account, { tellDone, tellSecret });
  if (options.json) printJson(documentOf(differences));
  else {
    if (differences.changes.length === 0) console.log('Nothing to change.');
    tell(differences);
  }
}

/** `mailwright pull`: writes what an account has as files. */
export function pullCommand(): Command {
  const command = new Command('pull')
    .description('write mailings, templates, segments, programs, forms and webhooks of an account as files')
    .argument('<directory>', 'new directory for the files')
    .addHelpText(
      'after',
      `
Sent mailings are left out, unless a segment or a program refers to them. Secrets are not written.

Examples:
  mailwright pull campaigns
  mailwright pull campaigns --url https://mail.example.com --key-file shop.key
  mailwright plan campaigns           shows no differences then
`,
    )
    .action(async (root: string, options: CampaignOptions) => {
      const { files, counts, notes } = await pullCampaigns(await openAccount(options));
      writeFiles(root, files);
      if (options.json) printJson({ files: [...files.keys()], notes });
      else {
        const words = Array.from(counts, ([section, count]) => `${count} ${count === 1 ? singular[section] : section}`);
        console.log(`Wrote ${words.join(', ') || 'nothing'} to ${printable(root)}.`);
        for (const note of notes) console.error(printable(note));
      }
    });
  for (const option of [...access.options(), jsonOption()]) command.addOption(option);
  return command;
}

const read = (root: string): Campaigns => fillVariables(readCampaigns(root), (name) => process.env[name]);

const openAccount = (options: CampaignOptions) => {
  const { baseUrl, auth, ...connection } = access.connect(options as Record<string, unknown>);
  return CampaignAccount.open(createClient({ ...connection, baseUrl, ...auth } as Parameters<typeof createClient>[0]));
};

/** A secret is shown once, so that there must be a place for it before a webhook is created. */
function secretWriter(campaigns: Campaigns, account: CampaignAccount, file: string | undefined): TellSecret {
  const added = campaigns.things.find(({ section, name }) => section === 'webhooks' && !account.has(section, name));
  if (added && file === undefined)
    throw new Error(
      `${titleOf(added)} is new: say with --webhook-secrets in which file its secret is to be written, which is shown only once`,
    );
  return (thing, secret) => appendFileSync(file!, `${thing.label ?? thing.name} ${secret}\n`, { mode: 0o600 });
}

const documentOf = ({ changes, kept, same, unmanaged }: CampaignDifferences) => ({
  changes: changes.map(({ text }) => text),
  kept,
  same,
  unmanaged,
});

function tell({ kept, same, unmanaged }: CampaignDifferences): void {
  for (const each of kept) console.error(`Left as it is: ${printable(each)}`);
  for (const each of unmanaged.slice(0, mostShown))
    console.error(`Not in the files, and never deleted: ${printable(each)}`);
  if (unmanaged.length > mostShown) console.error(`… and ${unmanaged.length - mostShown} more`);
  if (same > 0) console.error(`As in the files: ${same}`);
}
