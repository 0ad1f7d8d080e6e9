import { join, resolve } from 'node:path';
import { startDemo } from '../app/demo/demo.ts';
import { operatorLog } from '../platform/log/operator-log.ts';
import { closeOnSignal } from './close-on-signal.ts';
import type { ServeOptions } from './options.ts';
import { serviceManager } from './service-manager.ts';
import { letYoungHeapGrow } from './small-heap.ts';
import { styled } from './styled.ts';

/** Options that would connect a demo with the world, or with data of somebody, by their names on the command line. */
const REFUSED: [keyof ServeOptions, string][] = [
  ['database', '--database'],
  ['smtp', '--smtp'],
  ['bouncePort', '--bounce-port'],
  ['bounceMailbox', '--bounce-mailbox'],
  ['bounceEvents', '--bounce-events'],
  ['submissionPort', '--submission-port'],
  ['submissionsPort', '--submissions-port'],
  ['singleSignOnFile', '--single-sign-on-file'],
  ['relaySecrets', '--relay-secrets'],
  ['operatorFiles', '--operator-files'],
  ['spamd', '--spamd'],
  ['chromium', '--chromium'],
  ['acmeDomain', '--acme-domain'],
];

/** `mailwright serve --demo`: runs a demo until it is interrupted. Its files are in `demo` of the data directory, and nothing else is touched. */
export async function serveDemo(options: ServeOptions): Promise<void> {
  const refused = REFUSED.find(([name]) => options[name] !== undefined)?.[1];
  if (refused !== undefined)
    throw new Error(`--demo does not go with ${refused}: a demo has data of its own, and nothing leaves it`);
  const log = operatorLog(options.log, (line) => console.error(line));
  const manager = serviceManager(log);
  const { host, port, httpPort, publicUrl, trustProxy } = options;
  const directory = join(resolve(options.data), 'demo');
  const demo = await startDemo({ directory, host, port, httpPort, publicUrl, trustsHop: trustProxy, log });
  closeOnSignal(() => {
    manager.stopping();
    return demo.close();
  });
  console.log(`
${styled(process.stdout, ['bold', 'green'], 'The demo is ready.')}

  Console        ${demo.publicUrl}/console   (press "Enter the demo")
  API            ${demo.publicUrl}/1.0
  API key        ${demo.key}
  Mails          stay in ${demo.publicUrl}/outbox
  Reset          each full hour, the next at ${demo.resetsAt().toISOString().slice(11, 16)} UTC
  Data           ${directory}

Stop it with Ctrl+C.
`);
  manager.ready();
  letYoungHeapGrow();
}
