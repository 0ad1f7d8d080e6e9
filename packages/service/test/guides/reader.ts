import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { inject } from 'vitest';
import type { Step } from './steps.ts';

const root = join(import.meta.dirname, '../../../..');
const mark = '-- end of step --';

/** Begins the programs of guides that show only parts of one; the guide on authentication has these lines. */
const beginning = `import { createClient } from '@mailwright/client';
const client = createClient({ baseUrl: 'https://localhost:8443/1.0', apiKey: process.env.API_KEY! });`;

/** Follows one guide: types its commands into one shell, and runs its TypeScript as one program, step by step. */
export class Reader {
  readonly #children;
  #printed = '';

  readonly #fit;

  /**
   * @param directory of the shell; the program runs where it finds the client
   * @param fit makes code of the guide fit the service of the test
   */
  constructor(directory: string, steps: Step[], variables: Record<string, string>, fit: (code: string) => string) {
    this.#fit = fit;
    const path = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
    const env = { ...process.env, ...variables, PATH: path };
    const parts = steps.filter(({ kind }) => kind === 'program').map(({ code }) => code);
    const program = ['--input-type=module-typescript', '--eval', fit(inOneProgram(parts))];
    this.#children = {
      shell: spawn('bash', ['-eo', 'pipefail'], { cwd: directory, env }),
      program: spawn(process.execPath, parts.length > 0 ? program : ['--version'], {
        cwd: join(root, 'packages/service'),
        env,
      }),
    };
    // npx as in a directory where the package is installed; a request that is refused is a failure.
    this.#children.shell.stdin.write(
      `mailwright() { node ${inject('program')} "$@"; }\nnpx() { "$@"; }\ncurl() { command curl --fail "$@"; }\n`,
    );
    for (const { stdout, stderr } of Object.values(this.#children))
      for (const stream of [stdout, stderr]) stream.setEncoding('utf8').on('data', (text) => (this.#printed += text));
  }

  /** Returns what the step prints. @throws if it fails */
  run({ kind, code }: Step): Promise<string> {
    const child = this.#children[kind];
    this.#printed = '';
    return new Promise((resolve, reject) => {
      child.stdout.on('data', () => {
        if (this.#printed.includes(mark)) resolve(this.#printed.replace(mark, '').trim());
      });
      child.once('close', (status) => reject(new Error(`Status ${status} after:\n${code}\n${this.#printed}`)));
      child.stdin.write(kind === 'shell' ? `${this.#fit(code)}\necho; echo '${mark}'\n` : 'go on\n');
    });
  }

  end(): void {
    this.#children.shell.stdin.end();
    this.#children.program.kill();
  }
}

/** Each part waits for a line of standard input, and prints the mark at its end. */
function inOneProgram(parts: string[]): string {
  const wait = `await new Promise((resolve) => process.stdin.once('data', resolve));`;
  const start = parts.some((code) => code.includes('createClient')) ? '' : beginning;
  return [start, ...parts.map((code) => `${wait}\n${code}\nconsole.log('${mark}');`), 'process.stdin.pause();'].join(
    '\n',
  );
}
