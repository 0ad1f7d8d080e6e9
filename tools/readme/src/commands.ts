import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { StringDecoder } from 'node:string_decoder';

/** A quick test that needs the install scripts, the generated code and both databases. */
const quickTest = 'packages/service/test/db/open.test.ts';

/** The first command: the service starts, its `curl` line is answered, and it ends when it is told to. */
export async function startCommand(clone: string, env: NodeJS.ProcessEnv): Promise<void> {
  const ports = { MAILWRIGHT_PORT: '0', MAILWRIGHT_HTTP_PORT: '0' };
  const service = run('npm ci && npm start', clone, { ...env, ...ports });
  const banner = await service.printed('Stop it with');
  const [, curl] = /^ +(curl .*)$/m.exec(banner) ?? [];
  if (curl === undefined) throw new Error(`The service printed no curl line.\n${banner}`);
  try {
    await run(`${curl} --fail --silent --show-error`, clone, env).ended;
  } finally {
    service.interrupt();
    await service.ended;
  }
}

/** The second command, or as much of it as one test file needs. */
export async function testCommand(clone: string, env: NodeJS.ProcessEnv, full: boolean): Promise<void> {
  const short = `npm run setup && npx nx run-many -t generate && npx vitest run ${quickTest}`;
  await run(`npm ci && ${full ? 'npm test' : short}`, clone, env).ended;
}

interface Running {
  /** Everything printed, once it contains a text. @throws Error with everything when the command ends before */
  printed(text: string): Promise<string>;
  /** Ctrl+C */
  interrupt(): void;
  /** @throws Error with the end of what was printed, if the command fails */
  ended: Promise<void>;
}

function run(line: string, cwd: string, env: NodeJS.ProcessEnv): Running {
  // A process group of its own, as a terminal makes it, which Ctrl+C interrupts as a whole.
  const child: ChildProcess = spawn('sh', ['-c', line], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    const decoder = new StringDecoder('utf8');
    stream.on('data', (chunk: Buffer) => {
      output += decoder.write(chunk);
      child.emit('printed');
    });
  }
  let interrupted = false;
  const ended = once(child, 'close').then(([code, signal]) => {
    if (code === 0 || interrupted) return;
    throw new Error(`${line} ended with ${code ?? signal}:\n${output.split('\n').slice(-60).join('\n')}`);
  });
  ended.catch(() => {}); // heard by who waits for it
  return {
    ended,
    interrupt: () => {
      interrupted = true;
      process.kill(-child.pid!, 'SIGINT');
    },
    printed: async (text) => {
      const early = ended.then(() => {
        throw new Error(`${line} ended:\n${output}`);
      });
      early.catch(() => {});
      while (!output.includes(text)) await Promise.race([once(child, 'printed'), early]);
      return output;
    },
  };
}
