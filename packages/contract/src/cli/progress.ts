/** A line that counts, on a terminal; nothing elsewhere. */
export interface Progress {
  show(done: number, of: number, exchanges: number, breaches: number): void;
  end(): void;
}

const WIDTH = 24;
const PAUSE = 100;

export function terminalProgress(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return { show() {}, end() {} };
  let shown = 0;
  return {
    show(done, of, exchanges, breaches) {
      if (performance.now() - shown < PAUSE) return;
      shown = performance.now();
      const filled = Math.round((done / of) * WIDTH);
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
      stream.write(`\r\x1b[K${bar} ${done}/${of} operations · ${exchanges} exchanges · ${breaches} breaches`);
    },
    end() {
      stream.write('\r\x1b[K');
    },
  };
}
