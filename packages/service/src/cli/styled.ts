import { styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];

/**
 * A text as somebody sees it who looks at a terminal. Where the stream is none, or NO_COLOR is set, it is the text alone;
 * FORCE_COLOR styles it anywhere.
 */
export const styled = (stream: NodeJS.WritableStream, style: Style, text: string): string =>
  styleText(style, text, { stream });
