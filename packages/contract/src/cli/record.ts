import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Command } from 'commander';
import { stringify } from 'yaml';
import { waitUntilReachable } from '../exchange/reachable.ts';
import type { ProxyOptions } from '../proxy/proxy.ts';
import { describeRecording } from '../recording/description.ts';
import { createRecording, type Recording } from '../recording/recording.ts';
import { readPort, readUrl } from './options.ts';
import { runProxy } from './run-proxy.ts';
import { type FrontOptions, senderTo, withFront } from './target.ts';

export function recordCommand(): Command {
  const command = new Command('record')
    .description('Runs as a proxy before a service that has no description, and writes one from the requests of others')
    .argument('<file>', 'the description to write: YAML, or JSON if the name ends with .json');
  return withFront(command).addHelpText('after', EXAMPLES).action(run);
}

const EXAMPLES = `
The description has types and names of what passed, and no values: no examples, no keys. Example:

  mailwright-contract record openapi.yaml --target http://localhost:8080 --port 4020
`;

async function run(file: string, options: FrontOptions): Promise<void> {
  const baseUrl = readUrl(options.target, '--target');
  const port = readPort(options.port);
  // What was seen is lost when it cannot be written at the end.
  mkdirSync(dirname(file), { recursive: true });
  accessSync(dirname(file), constants.W_OK);
  const sender = senderTo(options, false);
  await waitUntilReachable(baseUrl);
  const recording = createRecording(baseUrl);
  const take: ProxyOptions['take'] = async (_, { exchange }) => {
    if (exchange) await recording.add(exchange);
  };
  await runProxy({ baseUrl, sender, port, take }, 'description');
  sender.close();
  writeDescription(file, recording);
}

/** Writes the description that results from recorded traffic. */
export function writeDescription(file: string, recording: Recording): void {
  const description = describeRecording(recording);
  writeFileSync(file, file.endsWith('.json') ? JSON.stringify(description, undefined, 2) : stringify(description));
  console.error(`What was seen is described in ${file}`);
}
