import { escapeHtml } from '../text/escape.ts';

/** Headers of every page for people: no scripts, no framing, nothing kept, nothing sent on. */
export const pageHeaders: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; form-action 'self'; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
};

const style = `
:root{color-scheme:light dark;--ink:#1d2433;--soft:#5b6577;--line:#d9dee8;--paper:#fff;--accent:#1f5fbf;--bad:#b3261e;--good:#1b7a43}
@media(prefers-color-scheme:dark){:root{--ink:#e8ebf2;--soft:#a2acbe;--line:#333c4d;--paper:#161b26;--accent:#7fb0ff;--bad:#ff8a80;--good:#7ddba3}}
*{box-sizing:border-box}body{margin:0;font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
main{max-width:46rem;margin:0 auto;padding:1.5rem 1rem 4rem}h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0 1rem}
a{color:var(--accent)}p.soft,.soft{color:var(--soft)}ul.plain{list-style:none;margin:0;padding:0}ul.plain li{border-top:1px solid var(--line);padding:.75rem 0}
ul.plain a{display:block;text-decoration:none}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
textarea{width:100%;min-height:6rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:.5rem;padding:.5rem}
button{font:inherit;font-weight:600;padding:.6rem 1.4rem;border-radius:.5rem;border:1px solid var(--line);cursor:pointer;color:#fff;background:var(--accent)}
button.good{background:#1b7a43}button.bad{background:#b3261e}.row{display:flex;gap:1rem;flex-wrap:wrap;margin:1rem 0}
iframe{width:100%;height:70vh;border:1px solid var(--line);border-radius:.5rem;background:#fff}pre{overflow:auto;border:1px solid var(--line);border-radius:.5rem;padding:.75rem}`;

/** A whole page in our own name; `body` is HTML, already escaped. */
export function page(title: string, body: string): string {
  return document(`${title} · Mailwright`, body, 'en');
}

/** A whole page; `body` is HTML, already escaped. */
export function document(title: string, body: string, language: string): string {
  return (
    `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`
  );
}
