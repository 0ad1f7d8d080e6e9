import { readHtml } from '../../platform/text/html.ts';

/** Puts a piece of HTML at the beginning of the body of a document; before everything in one that has no `<body>`. */
export function insertAtBodyStart(html: string, piece: string): string {
  let inBodyTag = false;
  let bodyStart: number | undefined;
  readHtml(html, {
    onopentagname: (start, end) => {
      inBodyTag = html.slice(start, end).toLowerCase() === 'body';
    },
    onopentagend: (end) => {
      if (inBodyTag) bodyStart ??= end + 1;
    },
  });
  return html.slice(0, bodyStart ?? 0) + piece + html.slice(bodyStart ?? 0);
}
