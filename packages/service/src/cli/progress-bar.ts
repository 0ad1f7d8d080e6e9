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
    /** @param share from 0 to 1; @param done units of work that are finished */
    show(share: number, text: string, done = 0): void {
      const bounded = Math.min(share, 1);
      const percentage = `${String(Math.floor(bounded * 100)).padStart(3)} %  ${text}`;
      if (terminal.isTTY) {
        const filled = Math.round(bounded * width);
        terminal.write(`\r${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${percentage}`);
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
