import { pageHeadersWith } from '@mailwright/server-runtime/web';
import { escapeHtml } from '../text/escape.ts';

/** Headers of every page for people: no scripts, no framing, nothing kept, nothing sent on. */
export const pageHeaders: Record<string, string> = pageHeadersWith(
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; form-action 'self'; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'",
);

/** Colors of links and buttons of an account that has chosen none. */
export const usualColors = { light: '#1f5fbf', dark: '#7fb0ff' };

const style = `
:root{color-scheme:light dark;--ink:#1d2433;--soft:#5b6577;--line:#d9dee8;--paper:#fff;--accent:${usualColors.light};--bad:#b3261e;--good:#1b7a43;--second:#9a5b00}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e8ebf2;--soft:#a2acbe;--line:#333c4d;--paper:#161b26;--accent:${usualColors.dark};--bad:#ff8a80;--good:#7ddba3;--second:#f0b45a}}
*{box-sizing:border-box}body{margin:0;font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
main{max-width:46rem;margin:0 auto;padding:1.5rem 1rem 4rem}h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0 1rem}
a{color:var(--accent)}p.soft,.soft{color:var(--soft)}ul.plain{list-style:none;margin:0;padding:0}ul.plain li{border-top:1px solid var(--line);padding:.75rem 0}
ul.plain a{display:block;text-decoration:none}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
textarea{width:100%;min-height:6rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--soft);border-radius:.5rem;padding:.5rem}
button{font:inherit;font-weight:600;padding:.6rem 1.4rem;border-radius:.5rem;border:1px solid var(--line);cursor:pointer;color:#fff;background:#1f5fbf}
input:not([type=checkbox]),select{display:block;width:100%;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:.5rem;padding:.5rem}[aria-invalid]{outline:2px solid var(--bad)}p.field{margin:.75rem 0}
fieldset{border:0;margin:0;padding:0}legend{padding:0;font-weight:600}label.choice{display:block;padding:.3rem 0}
h2{font-size:1.15rem;margin:2rem 0 .5rem}.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:start;padding-block:.4rem;padding-inline:0 .75rem;border-top:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-weight:400}td.number,th.number{text-align:end;white-space:nowrap}td.address{overflow-wrap:anywhere;min-width:9rem}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:1rem;margin:1rem 0}.figures div{border:1px solid var(--line);border-radius:.5rem;padding:.75rem}.figures b{display:block;font-size:1.5rem;line-height:1.2}
progress{width:100%;accent-color:var(--accent)}svg.plot{display:block;direction:ltr;width:100%;height:auto}svg .grid{stroke:var(--line)}svg .axis{fill:var(--soft);font-size:12px}svg .bar{fill:var(--accent)}
svg .openings-area{fill:var(--accent);opacity:.15}svg .openings{fill:none;stroke:var(--accent);stroke-width:2}svg .clicks{fill:none;stroke:var(--second);stroke-width:2;stroke-dasharray:6 3}
@media(max-width:30rem){svg .axis{font-size:20px}}
nav.row{align-items:center;justify-content:space-between;margin:0}nav form{margin:0}
@media print{:root{color-scheme:light}button,nav{display:none}main{max-width:none;padding:0}section{break-inside:avoid}iframe{height:24cm}}
button.good{background:#1b7a43}button.bad{background:#b3261e}.row{display:flex;gap:1rem;flex-wrap:wrap;margin:1rem 0}
iframe{width:100%;height:70vh;border:1px solid var(--line);border-radius:.5rem;background:#fff}pre{overflow:auto;border:1px solid var(--line);border-radius:.5rem;padding:.75rem}`;

/** An envelope, in the page itself so that nothing is fetched. */
const icon = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect y="4" width="32" height="24" rx="4" fill="#1f5fbf"/><path d="M5 10l11 8 11-8" fill="none" stroke="#fff" stroke-width="3"/></svg>',
)}">`;

/** A whole page in our own name; `body` is HTML, already escaped. */
export function page(title: string, body: string): string {
  return document(`${title} · Mailwright`, body, 'en');
}

/** What public pages of an account show of it. */
export interface Brand {
  name: string;
  /** Address of an image of this service. */
  logo?: string;
  /** Colors of links and buttons, each readable on its page. */
  colors?: { light: string; dark: string };
}

/** A whole page; `body` is HTML, already escaped. */
export function document(title: string, body: string, language: string, brand?: Brand): string {
  return (
    `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${escapeHtml(title)}</title>${icon}<style>${style}${brandStyle(brand)}</style></head><body>${brandHeader(brand)}<main>${body}</main></body></html>`
  );
}

function brandHeader(brand: Brand | undefined): string {
  if (brand?.logo === undefined) return '';
  return `<header><img src="${escapeHtml(brand.logo)}" alt="${escapeHtml(brand.name)}"></header>`;
}

/** Text on buttons has the color of the page, on which the accent is readable. Logos are made for light pages. */
function brandStyle(brand: Brand | undefined): string {
  const header = brand?.logo === undefined ? '' : logoStyle;
  if (brand?.colors === undefined) return header;
  const { light, dark } = brand.colors;
  return `${header}:root{--accent:${light}}@media screen and (prefers-color-scheme:dark){:root{--accent:${dark}}}
button:not(.bad),button.good{background:var(--accent);color:var(--paper)}input{accent-color:var(--accent)}`;
}

const logoStyle = `
header{max-width:46rem;margin:0 auto;padding:1.5rem 1rem 0}header img{display:block;max-width:min(100%,16rem);max-height:5rem}
@media screen and (prefers-color-scheme:dark){header img{background:#fff;padding:.5rem;border-radius:.5rem}}`;
