/** Where a command tells how far it is. */
export interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Rows between two lines where lines cannot be overwritten. */
const rowsBetweenLines = 50_000;

/** Shows how much of a file is done: a bar that is drawn anew on a terminal, else a line now and then. */
export function startProgress(terminal: Terminal, totalBytes: number) {
  let told = 0;
  return {
    /** @param more what else there is to tell */
    show(bytes: number, rows: number, more = ''): void {
      const share = totalBytes === 0 ? 1 : Math.min(bytes / totalBytes, 1);
      const text = `${String(Math.floor(share * 100)).padStart(3)} %  ${rows.toLocaleString('en')} rows${more}`;
      if (terminal.isTTY) {
        const filled = Math.round(share * 30);
        terminal.write(`\r${'█'.repeat(filled)}${'░'.repeat(30 - filled)} ${text}`);
      } else if (rows - told >= rowsBetweenLines) {
        told = rows;
        terminal.write(`${text}\n`);
      }
    },
    end(): void {
      if (terminal.isTTY) terminal.write('\n');
    },
  };
}
