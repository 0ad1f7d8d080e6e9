import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { openOperator } from './operator.ts';
import { accountOption, type DataOptions, dataOptions } from './options.ts';
import { printable } from './printable.ts';

interface AccountOptions extends DataOptions, JsonOptions {
  account?: number;
  name?: string;
  timeZone?: string;
  profileFields?: string[];
  demandApproval?: boolean;
  signOffAbove?: number | 'off';
  demandSecondFactor?: boolean;
  brandName?: string;
  logo?: string;
  color?: string;
  darkColor?: string;
}

/** `mailwright account`: settings of an account. Works beside a running service. */
export function accountCommand(): Command {
  const command = new Command('account')
    .description('show an account, or change its settings')
    .option('--name <name>', 'new name of the account')
    .option('--time-zone <name>', 'time zone of the account, such as Europe/Berlin')
    .option(
      '--profile-fields <list>',
      'contact fields shown on the profile page, separated by commas; "" for none',
      splitNames,
    )
    .option('--demand-approval', 'send regular mailings only if they have been approved')
    .option('--no-demand-approval', 'send regular mailings without approval')
    .option(
      '--sign-off-above <number>',
      'two users must stand for sendouts with more recipients; "off" for never',
      signOffAbove,
    )
    .option('--demand-second-factor', 'let users who sign in with a password do nothing without a second factor')
    .option('--no-demand-second-factor', 'let users sign in with a password alone')
    .option('--brand-name <name>', 'name on public pages; "" for that of the account')
    .option('--logo <file>', 'PNG, JPEG, GIF or WebP file with the logo of public pages; "" for none')
    .option('--color <color>', 'color of links and buttons on public pages, such as "#8a1c4a"; "" for the usual one')
    .option('--dark-color <color>', 'the color on dark pages; "" for a shade of --color')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExamples:\n  mailwright account --time-zone Europe/Berlin\n  mailwright account --logo logo.png --color "#8a1c4a"\n  mailwright account --profile-fields "FIRSTNAME,LASTNAME,Shoe size"\n  mailwright account --demand-approval --sign-off-above 10000\n',
    )
    .action(showAccount);
  for (const option of [...dataOptions(), accountOption()]) command.addOption(option);
  return command;
}

async function showAccount(options: AccountOptions): Promise<void> {
  const {
    account,
    name: newName,
    timeZone,
    profileFields: names,
    demandApproval: demanded,
    signOffAbove: above,
    demandSecondFactor,
  } = options;
  const operator = await openOperator(options);
  try {
    if (newName !== undefined) await operator.change('renameAccount', { account, name: newName });
    if (timeZone !== undefined) await operator.change('setTimeZone', { account, timeZone });
    if (names !== undefined) await operator.change('setProfileFields', { account, names });
    if (demanded !== undefined) await operator.change('demandApproval', { account, demanded });
    if (above !== undefined)
      await operator.change('setSignOffLimit', { account, above: above === 'off' ? null : above });
    if (demandSecondFactor !== undefined)
      await operator.change('demandSecondFactor', { account, demanded: demandSecondFactor });
    const branding = await brandingOf(options);
    if (Object.values(branding).some((value) => value !== undefined))
      await operator.change('setBranding', { account, ...branding });
    const settings = await operator.ask('accountSettings', { account });
    const fields = await operator.ask('profileFields', { account });
    const brand = await operator.ask('getBranding', { account });
    if (options.json) return printJson({ ...settings, profileFields: fields, branding: brand });
    console.log(`Account ${settings.id}: ${settings.name}, time zone ${settings.timeZone}`);
    if (settings.demandsApproval) console.log('Regular mailings are sent only if they have been approved.');
    if (settings.signOffAbove !== null)
      console.log(`Two users must stand for sendouts with more than ${settings.signOffAbove} recipients.`);
    if (settings.demandsSecondFactor) console.log('Users need a second factor.');
    if (fields.length > 0) console.log(`Profile page: ${fields.join(', ')}`);
    const look = [
      ...(brand.name === settings.name ? [] : [printable(brand.name)]),
      ...(brand.logo === undefined ? [] : [`logo ${brand.logo}`]),
      ...(brand.colors === undefined ? [] : [`colors ${brand.colors.light}, ${brand.colors.dark} (dark pages)`]),
    ];
    if (look.length > 0) console.log(`Public pages: ${look.join(', ')}`);
  } finally {
    await operator.close();
  }
}

/** Commander would make an empty text of `null`. */
function signOffAbove(text: string): number | 'off' {
  if (text === 'off') return text;
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be an integer from 1 to 99999999, or "off".');
}

async function brandingOf({ brandName: name, logo, color, darkColor }: AccountOptions) {
  return { name, logo: logo ? await readFile(logo, 'base64') : logo, color, darkColor };
}

const splitNames = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
