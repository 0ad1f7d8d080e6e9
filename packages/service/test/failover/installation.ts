import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@mailwright/client';
import { Program } from '../support/program.ts';
import { trusting } from '../support/trust.ts';
import { until } from '../support/until.ts';

const entry = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const key = 'key-of-a-test-network';
const processes = 2;

interface Api {
  child: Program;
  client: ReturnType<typeof createClient>;
}

/** Two processes with the API and two workers. */
export class Installation {
  readonly #directory: string;
  readonly #database: string;
  readonly #smtp: string;
  readonly apis: Api[] = [];
  readonly #workers: Program[] = [];

  private constructor(directory: string, database: string, smtp: string) {
    this.#directory = directory;
    this.#database = database;
    this.#smtp = smtp;
  }

  static async start(directory: string, database: string, smtp: string): Promise<Installation> {
    const installation = new Installation(directory, database, smtp);
    for (let number = 0; number < processes; number++) await installation.#startApi(number);
    for (let number = 0; number < processes; number++) await installation.#startWorker();
    return installation;
  }

  /** `kill -9` of a worker, and another one in its place. */
  async killWorker(): Promise<void> {
    await this.#workers.shift()!.end('SIGKILL');
    await this.#startWorker();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#workers, ...this.apis.map(({ child }) => child)].map((child) => child.end('SIGKILL')));
  }

  async #startApi(number: number): Promise<void> {
    const data = this.#newDirectory(`api-${number}`);
    const child = this.#run(`api-${number}`, [
      ...['serve', '--data', data, '--port', '0', '--http-port', '0', '--no-worker', '--key', key],
    ]);
    const [, baseUrl] = await printed(child, /API {2,}(https:\S+)/);
    await printed(child, /Ctrl\+C/);
    const fetch = trusting(join(data, 'tls/certificate.pem'));
    const client = createClient({ baseUrl: baseUrl!, apiKey: key, retries: 0, fetch });
    this.apis.push({ child, client });
  }

  async #startWorker(): Promise<void> {
    const name = `worker-${Math.random().toString(36).slice(2, 8)}`;
    const child = this.#run(name, [
      ...['work', '--data', this.#newDirectory(name), '--smtp', this.#smtp],
      ...['--public-url', 'https://news.example.com'],
    ]);
    this.#workers.push(child);
    await printed(child, /The worker is running/);
  }

  #run(name: string, args: readonly string[]): Program {
    return new Program([process.execPath, '--liftoff-only', entry, ...args, '--database', this.#database], {
      log: join(this.#directory, `${name}.log`),
      env: { NODE_ENV: 'production' },
    });
  }

  #newDirectory(name: string): string {
    const directory = join(this.#directory, name);
    mkdirSync(directory);
    return directory;
  }
}

const printed = (child: Program, pattern: RegExp): Promise<RegExpExecArray> =>
  until(`${pattern} in the output`, async () => {
    const match = pattern.exec(child.output);
    if (!match && !child.runs) throw new Error(child.output);
    return match ?? undefined;
  });
