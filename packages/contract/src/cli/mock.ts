import { Command } from 'commander';
import { loadContract } from '../contract/contract.ts';
import { NO_CORPUS, readCorpus } from '../contract/corpus.ts';
import { InputError } from '../input-error.ts';
import { type Identity, selfSigned } from '../mock/certificate.ts';
import { startMock } from '../mock/server.ts';
import { localDescription } from './description-file.ts';
import { readPem, readPort } from './options.ts';
import { tellProblems } from './tell-problems.ts';

interface Options {
  port: string;
  host: string;
  corpus?: string;
  cert?: string;
  key?: string;
  dynamic?: boolean;
}

export function mockCommand(): Command {
  return new Command('mock')
    .description('Starts a mock server that responds with examples from a description')
    .argument('<openapi>', 'file or URL of the description: OpenAPI 3.0 or 3.1, YAML or JSON')
    .option('--port <n>', 'port; 0 selects a free port', '4010')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--corpus <dir>', 'examples, <Schema>/<case>.json; the default is those in the description')
    .option('--cert <file>', 'certificate in PEM format; the default is a generated self-signed one')
    .option('--key <file>', 'private key of the certificate in PEM format')
    .option('--dynamic', 'make up all bodies at random, in place of examples')
    .action(run);
}

async function run(file: string, { port, host, corpus, cert, key, dynamic }: Options): Promise<void> {
  const contract = await loadContract(await localDescription(file), {
    corpus: corpus ? readCorpus(corpus) : NO_CORPUS,
  });
  const identity = await readIdentity(cert, key);
  const mock = await startMock({ contract, identity, host, port: readPort(port), ...(dynamic && { dynamic }) });
  tellProblems(contract);
  console.log(
    `${contract.model.title} mock server is running at ${mock.isPlain ? mock.plainUrl : mock.url} (stop it with Ctrl+C).`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => mock.close());
}

async function readIdentity(cert: string | undefined, key: string | undefined): Promise<Identity> {
  if (cert === undefined && key === undefined) return selfSigned();
  if (cert === undefined || key === undefined) throw new InputError('--cert and --key must be given together');
  return { cert: readPem(cert, '--cert'), key: readPem(key, '--key') };
}
