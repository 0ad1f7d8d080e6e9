import type { CopyProgress } from '../platform/database/embedded/backup.ts';

/** Shows how much is copied, drawn anew on a terminal; elsewhere it shows nothing. */
export function startProgressBar(terminal: NodeJS.WriteStream) {
  return {
    show({ copied, total }: CopyProgress): void {
      if (!terminal.isTTY) return;
      const share = total === 0 ? 0 : Math.min(copied / total, 1);
      const filled = Math.round(share * 30);
      const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
      const bar = `${'█'.repeat(filled)}${'░'.repeat(30 - filled)}`;
      terminal.write(
        `\r${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${megabytes(copied)} of ${megabytes(total)} MB`,
      );
    },
    end(): void {
      if (terminal.isTTY) terminal.write('\n');
    },
  };
}
