import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import type { SendoutListing } from '../administration/sendouts.ts';
import { type JsonOptions, printJson } from './json.ts';
import { openOperator } from './operator.ts';
import { accountOption, type DataOptions, dataOptions, integer } from './options.ts';
import { progressLine, reasonToStop, sendoutTable } from './sendout-lines.ts';

type SendoutOptions = DataOptions & JsonOptions & { account?: number; watch?: boolean };

const lookMillis = 1000;
/** Nothing more happens with a mailing in one of these states unless somebody does something. */
const resting: readonly string[] = ['done', 'failed', 'canceled', 'paused', 'draft', 'archived'];

/** `mailwright send`: sends a mailing. Works beside a running service, which then sends it. */
export function sendCommand(): Command {
  return withPlace(new Command('send'))
    .description('send a mailing to its target group')
    .argument('<mailing>', 'id of the mailing', integer)
    .option('--watch', 'show the progress until the sendout has finished')
    .option('--json', 'print one JSON document; with --watch, one JSON object per line')
    .action(async (mailing: number, options: SendoutOptions) => {
      const { account } = options;
      const operator = await openOperator(options);
      try {
        await operator.change('sendMailing', { account, mailing });
        console.error(`Mailing ${mailing} is queued.`);
        if (options.json && !options.watch) printJson({ mailing });
        if (!options.watch) return;
        if (operator.holdsData) {
          console.error('No service is running. The sendout begins when you start one: mailwright serve');
          return;
        }
        await watch(() => operator.ask('listSendouts', { account }), options, mailing);
      } finally {
        await operator.close();
      }
    });
}

/** `mailwright sendouts`: the latest sendouts, or the progress of those that are under way. */
export function sendoutsCommand(): Command {
  return withPlace(new Command('sendouts'))
    .description('list the latest sendouts')
    .option('--watch', 'show the progress of running sendouts until they have finished')
    .option('--json', 'print one JSON document; with --watch, one JSON object per line')
    .action(async (options: SendoutOptions) => {
      const { account, json } = options;
      const operator = await openOperator(options);
      try {
        const list = () => operator.ask('listSendouts', { account });
        if (options.watch) await watch(list, options);
        else if (json) printJson(await list());
        else console.log(sendoutTable(await list()));
      } finally {
        await operator.close();
      }
    });
}

/**
 * Prints a line for each sendout in progress, each second on a terminal and else only when it has changed, until none is
 * left or nothing is to be expected soon. With a mailing, prints only its sendout, and sets the exit status 1 if that fails.
 */
async function watch(list: () => Promise<SendoutListing[]>, { json }: SendoutOptions, mailing?: number): Promise<void> {
  let before = new Map<number, SendoutListing>();
  const printed = new Map<number, string>();
  const start = Date.now();
  for (let at = start; ; await pause(lookMillis)) {
    const sendouts = (await list()).filter((sendout) => mailing === undefined || sendout.mailing === mailing);
    const seconds = (Date.now() - at) / 1000;
    at = Date.now();
    const isOver = ({ state }: SendoutListing) => resting.includes(state);
    for (const sendout of sendouts.filter((sendout) => !isOver(sendout) || before.has(sendout.mailing) || mailing)) {
      const state = JSON.stringify(sendout);
      const isNew = printed.get(sendout.mailing) !== state;
      printed.set(sendout.mailing, state);
      if (isNew || process.stdout.isTTY)
        console.log(json ? state : progressLine(sendout, before.get(sendout.mailing), seconds));
    }
    const underWay = sendouts.filter((sendout) => !isOver(sendout));
    if (underWay.length === 0) {
      if (mailing !== undefined && sendouts.some(({ state }) => state === 'failed')) process.exitCode = 1;
      return;
    }
    const reason = reasonToStop(underWay, (at - start) / 1000);
    if (reason !== undefined) return console.error(reason);
    before = new Map(underWay.map((sendout) => [sendout.mailing, sendout]));
  }
}

function withPlace(command: Command): Command {
  for (const option of dataOptions()) command.addOption(option);
  return command.addOption(accountOption());
}
