import { styleText } from 'node:util';

const STYLES = [
  ['✗ ', 'red'],
  ['Not deleted', 'yellow'],
  ['The service conforms', 'green'],
  ['The service violates', 'red'],
] as const;

/** The text report for a stream: in colors on a terminal (or with FORCE_COLOR), else as it is. */
export function coloured(text: string, stream: NodeJS.WritableStream): string {
  const lines = text.split('\n').map((line) => {
    const style = STYLES.find(([start]) => line.startsWith(start))?.[1];
    return style === undefined ? line : styleText(style, line, { stream });
  });
  return lines.join('\n');
}
