/** Stream to which a command reports its progress. */
export interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

const width = 30;

/**
 * Shows the progress of a command: on a terminal a bar that is redrawn, elsewhere a line for every `linesEvery` units
 * of work, or nothing.
 */
export function startProgressBar(terminal: Terminal, linesEvery = Number.POSITIVE_INFINITY) {
  let shown = 0;
  return {
    /** @param share from 0 to 1, `undefined` if nobody knows; @param done units of work that are finished */
    show(share: number | undefined, text: string, done = 0): void {
      const bounded = share === undefined ? undefined : Math.min(share, 1);
      const percentage = bounded === undefined ? text : `${String(Math.floor(bounded * 100)).padStart(3)} %  ${text}`;
      if (terminal.isTTY) {
        const filled = Math.floor((bounded ?? 0) * width);
        const bar = bounded === undefined ? '' : `${'█'.repeat(filled)}${'░'.repeat(width - filled)} `;
        terminal.write(`\r${bar}${percentage}`);
      } else if (done - shown >= linesEvery) {
        shown = done;
        terminal.write(`${percentage}\n`);
      }
    },
    end(): void {
      if (terminal.isTTY) terminal.write('\n');
    },
  };
}
