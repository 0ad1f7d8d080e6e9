import { readFileSync, statSync } from 'node:fs';
import { Command, Option } from 'commander';
import {
  type Differences,
  type DkimKeyState,
  findDifferences,
  type InstallationState,
} from '../administration/installation/differences.ts';
import { readInstallation } from '../administration/installation/read.ts';
import { type InstallationFile, installationSchema } from '../administration/installation/schema.ts';
import { access } from './api/access.ts';
import type { CampaignOptions } from './campaigns/commands.ts';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { type Operator, openOperator } from './operator.ts';
import { type DataOptions, dataOptions } from './options.ts';
import { printable } from './printable.ts';

type InstallationOptions = DataOptions & JsonOptions & CampaignOptions;

interface PlanOptions extends InstallationOptions {
  schema?: boolean;
  campaignSchema?: boolean;
}

const isDirectory = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Creations come first, and what they allow in a further pass: an account, its site, the goals of the site. */
const mostPasses = 4;

/** `mailwright plan`: what `apply` would change. Ends with status 2 if there is something, so that pipelines notice drift. */
export function planCommand(): Command {
  return withPlace(new Command('plan'))
    .description(
      'compare the installation with a file, or an account with a directory, and show what "apply" would change',
    )
    .argument('[path]', 'file that describes the installation in YAML or JSON, or directory of campaigns of an account')
    .option('--schema', 'print the JSON Schema of the file')
    .option('--campaign-schema', 'print the JSON Schema of the files of campaigns')
    .addHelpText(
      'after',
      `
The exit status is 0 without differences, and 2 with some.

Examples:
  mailwright plan installation.yaml --data /var/lib/mailwright
  mailwright plan campaigns --url https://mail.example.com --key-file shop.key
`,
    )
    .action(async (path: string | undefined, { schema, campaignSchema, ...options }: PlanOptions) => {
      if (schema) return printJson(installationSchema);
      if (campaignSchema) return printJson((await import('./campaigns/schema.ts')).campaignSchema);
      if (path === undefined)
        throw new Error('give the file that describes the installation, or the directory of the campaigns');
      if (isDirectory(path)) return (await import('./campaigns/commands.ts')).planCampaigns(path, options);
      const file = readFile(path);
      const differences = await withOperator(options, async (operator) =>
        findDifferences(file, await readState(operator, file)),
      );
      show(differences, options);
      if (differences.changes.length > 0) process.exitCode = 2;
    });
}

/** `mailwright apply`: brings the installation to what a file says. */
export function applyCommand(): Command {
  return withPlace(new Command('apply'))
    .description('bring the installation or an account to what files say; a second time changes nothing')
    .argument('<path>', 'file that describes the installation in YAML or JSON, or directory of campaigns of an account')
    .addOption(
      new Option('--webhook-secrets <file>', 'file to which the secrets of new webhooks of campaigns are added'),
    )
    .addHelpText(
      'after',
      `
Mailings of a directory are created as drafts; nothing is sent, and nothing is deleted.

Examples:
  mailwright apply installation.yaml --data /var/lib/mailwright
  mailwright apply campaigns --url https://mail.example.com --key-file shop.key
`,
    )
    .action(async (path: string, options: InstallationOptions) => {
      if (isDirectory(path)) return (await import('./campaigns/commands.ts')).applyDirectory(path, options);
      const file = readFile(path);
      const changed = await withOperator(options, (operator) => apply(operator, file));
      if (options.json) printJson({ changed });
      else console.log(changed.length === 0 ? 'Nothing to change.' : changed.map(printable).join('\n'));
    });
}

/** Makes the changes, and returns their texts. */
async function apply(operator: Operator, file: InstallationFile): Promise<string[]> {
  const made: string[] = [];
  for (let pass = 0; pass < mostPasses; pass++) {
    const { changes } = findDifferences(file, await readState(operator, file));
    const ready = changes.filter(({ waits }) => !waits);
    if (ready.length === 0) break;
    for (const { text, action, argument } of ready) {
      await operator.ask(action as 'listAccounts', argument);
      made.push(text);
    }
  }
  const { changes } = findDifferences(file, await readState(operator, file));
  if (changes.length > 0) throw new Error(`some differences remain: ${changes.map(({ text }) => text).join('; ')}`);
  return made;
}

async function readState(
  operator: Operator,
  { accounts = [], dkimKeys }: InstallationFile,
): Promise<InstallationState> {
  const named = new Set(accounts.map(({ name }) => name));
  const open = (await operator.ask('listAccounts', {})).filter(({ closed }) => closed === null);
  const states: InstallationState['accounts'] = [];
  for (const listed of open) {
    const account = listed.id;
    if (!named.has(listed.name)) states.push(listed);
    else
      states.push({
        ...listed,
        quotas: await operator.ask('listQuotas', { account }),
        bounceLimits: await operator.ask('getBounceLimits', { account }),
        limits: await operator.ask('listLimits', { account }),
        profileFields: await operator.ask('profileFields', { account }),
        sites: await operator.ask('listSites', { account }),
      });
  }
  const relays = await operator.ask('listRelays', {});
  return { accounts: states, relays, ...(dkimKeys && { dkimKeys: await readDkimKeys(operator) }) };
}

/** Reads the keys from the DNS records that they need. */
async function readDkimKeys(operator: Operator): Promise<DkimKeyState[]> {
  const domains = (await operator.ask('listDomains', {})).filter(({ keys }) => keys > 0);
  const records = domains.flatMap((domain) => domain.records.filter(({ purpose }) => purpose === 'dkim'));
  const types = records.map(({ name, value }) => [name, / k=ed25519;/.test(value) ? 'ed25519' : 'rsa'] as const);
  return Array.from(new Map(types), ([name, type]) => ({ name, type }));
}

function show({ changes, unmentioned }: Differences, { json }: JsonOptions): void {
  if (json) {
    printJson({ changes: changes.map(({ text }) => text), unmentioned });
    return;
  }
  console.log(changes.length === 0 ? 'Nothing to change.' : changes.map(({ text }) => printable(text)).join('\n'));
  for (const each of unmentioned) console.error(`Not in the file, and left as it is: ${printable(each)}`);
}

function readFile(path: string): InstallationFile {
  try {
    return readInstallation(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}

async function withOperator<Value>(options: DataOptions, use: (operator: Operator) => Promise<Value>): Promise<Value> {
  const operator = await openOperator(options);
  try {
    return await use(operator);
  } finally {
    await operator.close();
  }
}

function withPlace(command: Command): Command {
  const own = dataOptions();
  // A file needs the data of the installation; a directory the API and the key of an account.
  const ofApi = access.options().filter((option) => !own.some(({ long }) => long === option.long));
  for (const option of [...own, ...ofApi]) command.addOption(option);
  return command.addOption(jsonOption());
}
