import { existsSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Command, Option } from 'commander';
import { isPublicAddress } from '../../platform/fetch/addresses.ts';
import { makeDirectory } from '../../platform/files/make-directory.ts';
import { replaceFile } from '../../platform/files/replace-file.ts';
import { argument } from '../argument.ts';
import { visibleSecrets } from '../secrets.ts';
import { textTable } from '../text-table.ts';
import { changeSettings, planSetup, readDatabase, readDomain, readName, readRelay, type SetupAnswers } from './plan.ts';
import { askQuestion, questions, readAddress } from './questions.ts';

interface SetupOptions extends Partial<SetupAnswers> {
  acmeDirectory: string;
  agreeToTerms?: boolean;
  file: string;
  secrets: string;
  systemd?: boolean;
}

/** `mailwright setup`: writes the settings of a new installation, and says what comes next. */
export function setupCommand(): Command {
  return new Command('setup')
    .description('ask six questions, write the settings of the service, and print the DNS records and what comes next')
    .option('--domain <name>', 'host name of this server', argument(readDomain))
    .option('--email <address>', 'your email address', argument(readAddress))
    .addOption(
      new Option('--tls <way>', 'who makes the certificate: the service itself by ACME, or a proxy before it').choices([
        'acme',
        'proxy',
      ]),
    )
    .option(
      '--acme-directory <url>',
      'directory of the certificate authority',
      'https://acme-v02.api.letsencrypt.org/directory',
    )
    .option('--agree-to-terms', 'agree to the terms of the certificate authority')
    .option('--database <url>', '"embedded", or the address of a PostgreSQL server', argument(readDatabase))
    .option(
      '--relay <url>',
      'SMTP server that mails leave through, "direct" for the one of this machine, or "none"',
      argument(readRelay),
    )
    .option('--name <name>', 'name of the first account', argument(readName))
    .option('--file <file>', 'file of the settings; other lines in it stay', 'mailwright.conf')
    .option('--secrets <dir>', 'directory of the secrets, a file each', 'mailwright-secrets')
    .option('--systemd', 'for mailwright.service of the Debian package, whose ports are those of mailwright.socket')
    .addHelpText(
      'after',
      `
What is not given is asked for.

Examples:
  mailwright setup
  mailwright setup --domain news.example.com --email ada@example.com --tls acme --agree-to-terms --database embedded --relay direct --name "Example Garden"
  mailwright setup --domain news.example.com --email ada@example.com --tls proxy --database postgres://mailwright:secret@db.example.com/mailwright --relay none --name Main
`,
    )
    .action(async (options, command) => {
      for (const line of visibleSecrets(command)) console.error(line);
      await setup(options);
    });
}

async function setup(options: SetupOptions): Promise<void> {
  const answers = await complete(options);
  const { file, secrets, systemd: isUnit = false } = options;
  const plan = planSetup(answers, { file, secrets, isUnit }, publicAddresses());
  replaceFile(file, changeSettings(existsSync(file) ? readFileSync(file, 'utf8') : '', plan.settings), 0o644);
  if (plan.secrets.length > 0) makeDirectory(secrets);
  for (const [name, value] of plan.secrets) replaceFile(join(secrets, name), value);
  const written = [file, ...plan.secrets.map(([name]) => join(secrets, name))];
  const table = textTable(
    plan.records.map(({ name, type, value }) => [name, type, type === 'TXT' ? `"${value}"` : value]),
    { heading: false },
  );
  console.log(`Written: ${written.join(', ')}

DNS records:

${indent(table)}

What comes next:

${indent(plan.commands.join('\n'))}
`);
}

/** Asks for what no option gives. @throws Error if nobody can be asked */
async function complete(options: SetupOptions): Promise<SetupAnswers> {
  const answers: Partial<Record<keyof SetupAnswers, string>> = { ...options };
  const open = questions.filter(({ name }) => answers[name] === undefined);
  const mayAsk = process.stdin.isTTY;
  const missing = [
    ...open.map(({ name }) => `--${name}`),
    ...(options.tls === 'acme' && !options.agreeToTerms ? ['--agree-to-terms'] : []),
  ];
  if (!mayAsk && missing.length > 0) throw new Error(`there is no terminal to ask at; give ${missing.join(', ')}`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // Answers that are pasted come all at once; `question` would lose all but the first.
  const typed = lines[Symbol.asyncIterator]();
  const ask = async (text: string) => {
    process.stderr.write(text);
    const { value, done } = await typed.next();
    if (done) throw new Error('nothing was written');
    return value;
  };
  try {
    for (const question of open)
      answers[question.name] = await askQuestion(ask, question, (line) => console.error(line));
    if (answers.tls === 'acme' && !options.agreeToTerms) {
      const text = `Do you agree to the terms of the authority, "termsOfService" at ${options.acmeDirectory}? [y/N] `;
      if (!/^y(es)?$/i.test((await ask(text)).trim())) throw new Error('nothing was written');
    }
  } finally {
    lines.close();
  }
  return answers as SetupAnswers;
}

const publicAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .flatMap(({ address, internal }) => (!internal && isPublicAddress(address) ? address : []));

const indent = (text: string) => text.replace(/^(?=.)/gm, '  ');
