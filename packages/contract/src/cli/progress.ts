/** Shows the progress of a run: on a terminal one line that is redrawn, in a log a line from time to time. */
export interface Progress {
  show(done: number, of: number, exchanges: number, breaches: number): void;
  end(): void;
}

const WIDTH = 24;
/** Milliseconds between two lines, on a terminal and in a log. */
const PAUSE = 100;
const LOG_PAUSE = 10_000;

export function showProgress(stream: NodeJS.WriteStream): Progress {
  let shown = performance.now();
  return {
    show(done, of, exchanges, breaches) {
      if (performance.now() - shown < (stream.isTTY ? PAUSE : LOG_PAUSE)) return;
      shown = performance.now();
      const numbers = `${done}/${of} operations · ${exchanges} exchanges · ${breaches} breaches`;
      stream.write(stream.isTTY ? `\r\x1b[K${bar(done / of)} ${numbers}` : `${numbers}\n`);
    },
    end() {
      if (stream.isTTY) stream.write('\r\x1b[K');
    },
  };
}

function bar(part: number): string {
  const filled = Math.round(part * WIDTH);
  return '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
}
