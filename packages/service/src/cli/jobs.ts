import { Command, Option } from 'commander';
import type { JobListing } from '../administration/jobs.ts';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { administrate, changeAccount } from './operator.ts';
import { accountOption, type DataOptions, dataOptions, integer, numberUpTo } from './options.ts';
import { printable } from './printable.ts';
import { textTable } from './text-table.ts';

type JobOptions = DataOptions & JsonOptions;

/** `mailwright jobs`: the queue of background work. Works beside a running service. */
export function jobsCommand(): Command {
  const jobs = new Command('jobs').description('list the background work, and retry or delete what has failed');
  jobs.addCommand(
    withPlace(new Command('list'))
      .description('list jobs of all accounts, the oldest first')
      .addOption(new Option('--state <state>', 'state of the jobs').choices(['waiting', 'running', 'dead']))
      .addOption(new Option('--limit <n>', 'most jobs').default(100).argParser(numberUpTo(1000)))
      .addHelpText('after', '\nExample:\n  mailwright jobs list --state dead\n')
      .action(async ({ state, limit, ...options }: JobOptions & { state?: JobListing['state']; limit: number }) => {
        const listed = await administrate(options, 'listJobs', { state, limit });
        if (options.json) return printJson(listed);
        const rows = listed.map((job) => [
          ...[String(job.id), String(job.account), job.kind, job.state, String(job.attempts), job.due],
          printable(job.error?.split('\n')[0] ?? ''),
        ]);
        console.log(textTable([['ID', 'ACCOUNT', 'KIND', 'STATE', 'ATTEMPTS', 'DUE', 'ERROR'], ...rows]));
      }),
  );
  const acts = [
    ['retry', 'attempt a dead job again', 'retryJob'],
    ['delete', 'delete a dead job; what it was to do is not done', 'deleteJob'],
  ] as const;
  for (const [name, description, action] of acts) {
    jobs.addCommand(
      withPlace(new Command(name))
        .description(description)
        .argument('<id>', 'id of the job, as listed', integer)
        .addOption(accountOption().makeOptionMandatory())
        .action(async (id: number, { account, ...options }: JobOptions & { account: number }) => {
          await changeAccount(options, action, { account, id });
          if (options.json) printJson({ id });
        }),
    );
  }
  return jobs;
}

function withPlace(command: Command): Command {
  for (const option of dataOptions()) command.addOption(option);
  return command.addOption(jsonOption());
}
