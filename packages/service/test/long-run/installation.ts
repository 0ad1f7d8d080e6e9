import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Client, createClient } from '@mailwright/client';
import { freePort } from '../support/free-port.ts';
import { Program } from '../support/program.ts';
import { trusting } from '../support/trust.ts';
import { until } from '../support/until.ts';

const entry = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const key = 'key-of-a-long-run-0123456789';
const metricsToken = 'metrics-of-a-long-run';

/** `mailwright serve` with the embedded database, and the commands that its operator uses beside it. */
export class Installation {
  readonly #directory: string;
  readonly #smtp: string;
  #program: Program | undefined;
  client!: Client;
  readonly #port: number;
  readonly origin: string;
  fetch!: (url: string, init?: RequestInit) => Promise<Response>;

  private constructor(directory: string, smtp: string, port: number) {
    this.#directory = directory;
    this.#smtp = smtp;
    this.#port = port;
    this.origin = `https://localhost:${port}`;
  }

  /** Links of mails name the port, so it stays the same. */
  static async start(directory: string, smtp: string): Promise<Installation> {
    const installation = new Installation(directory, smtp, await freePort());
    await installation.#start();
    return installation;
  }

  get data(): string {
    return join(this.#directory, 'data');
  }

  get pid(): number {
    return this.#program!.process.pid!;
  }

  async #start(): Promise<void> {
    const args = [
      'serve',
      '--data',
      this.data,
      '--port',
      String(this.#port),
      '--http-port',
      '0',
      '--key',
      key,
      '--smtp',
      this.#smtp,
    ];
    const program = new Program([process.execPath, entry, ...args, '--metrics-token', metricsToken], {
      log: join(this.#directory, 'service.log'),
      env: { NODE_ENV: 'production' },
    });
    this.#program = program;
    await until('the start', async () => {
      if (!program.runs) throw new Error(program.output);
      return /Ctrl\+C/.test(program.output);
    });
    this.fetch = trusting(join(this.data, 'tls/certificate.pem'));
    this.client = createClient({ baseUrl: `${this.origin}/1.0`, apiKey: key, fetch: this.fetch as never });
  }

  /** As an upgrade does: the process ends its work in hand, and another one goes on. */
  async restart(): Promise<void> {
    await this.#program!.end('SIGTERM');
    await this.#start();
  }

  stop(): Promise<void> {
    return this.#program!.end('SIGTERM');
  }

  /** `mailwright …` beside the running service. */
  async command(...args: string[]): Promise<void> {
    await promisify(execFile)(process.execPath, [entry, ...args, '--data', this.data], {
      env: { ...process.env, NODE_ENV: 'production' },
      maxBuffer: 1e8,
    });
  }

  /** What a support bundle says of the database. */
  async databaseFacts(): Promise<{ database: DatabaseFacts }> {
    const file = join(this.#directory, 'bundle.json');
    await this.command('support-bundle', file);
    const facts = JSON.parse(readFileSync(file, 'utf8'));
    rmSync(file);
    return facts;
  }

  async metrics(): Promise<string> {
    const answer = await this.fetch(`${this.origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
    return answer.text();
  }
}

export interface DatabaseFacts {
  tables: { rows: number; bytes: number; indexBytes: number }[];
}
