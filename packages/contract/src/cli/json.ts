import { Command } from 'commander';
import { loadContract } from '../contract/contract.ts';
import { waitUntilReachable } from '../exchange/reachable.ts';
import { startJsonFront } from '../proxy/json-front.ts';
import { localDescription } from './description-file.ts';
import { readPort, readUrl } from './options.ts';
import { untilToldToEnd } from './run-proxy.ts';
import { type FrontOptions, senderTo, withFront } from './target.ts';
import { tellProblems } from './tell-problems.ts';

export function jsonCommand(): Command {
  const command = new Command('json')
    .description('Runs as a proxy that speaks JSON before a service with XML, for tools that know no XML')
    .argument('<openapi>', 'file or URL of the description: OpenAPI 3.0 or 3.1, YAML or JSON');
  return withFront(command).addHelpText('after', EXAMPLES).action(run);
}

const EXAMPLES = `
Requests and answers keep their meaning: JSON in place of XML, by the schemas of the description. Example:

  mailwright-contract json openapi.yaml --target https://localhost:8443/1.0 --insecure --port 4030
`;

async function run(file: string, options: FrontOptions): Promise<void> {
  const baseUrl = readUrl(options.target, '--target');
  const port = readPort(options.port);
  const contract = await loadContract(await localDescription(file));
  tellProblems(contract);
  const sender = senderTo(options);
  await waitUntilReachable(baseUrl);
  const front = await startJsonFront({ contract, baseUrl, sender, port });
  console.error(`Send JSON to ${front.url} in place of ${baseUrl}; end with Ctrl-C.`);
  await untilToldToEnd();
  await front.close();
  sender.close();
}
