import { type Content, html } from './html.ts';

export interface Letter {
  language: string;
  /** Subject; the heading if there is no other one. */
  title: string;
  heading?: string;
  /** Shown at the top. */
  sender?: { name: string; logo?: string | undefined } | undefined;
  /** Texts are escaped. */
  paragraphs: readonly Content[];
  /** Button below the paragraphs. */
  action?: { label: string; address: string } | undefined;
  /** Small print, such as an imprint. */
  footer?: Content;
  /** Link to unsubscribe, behind the small print. */
  leave?: { label: string; address: string } | undefined;
  /** Color of the button: with white text, and with dark text on dark pages. */
  colors?: { light: string; dark?: string | undefined } | undefined;
}

const usualColors = { light: '#1f5fbf', dark: '#8ab6ff' };

/** Colors of dark pages, which cannot be written inline. Mail apps that do not know them turn the light ones themselves. */
const darkStyle = (accent: string | undefined) =>
  `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){.l-back{background:#0f141d!important}.l-sheet{background:#171d29!important}.l-ink{color:#e7ebf3!important}.l-soft,.l-soft a{color:#a5afc1!important}${accent === undefined ? '' : `.l-act{background:${accent}!important;color:#0d1a30!important}`}.l-logo{background:#ffffff;padding:6px;border-radius:6px}}`;

const font = 'font-family:Arial,Helvetica,sans-serif';
const table = html` role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"`;

/** A mail in one column: right on the phone, in the dark, and in mail apps that know tables only. */
export function letter(contents: Letter): string {
  const { language, title, heading = title, paragraphs, colors = usualColors } = contents;
  return String(html`<!DOCTYPE html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${darkStyle(colors.dark)}</style></head>
<body class="l-back" style="margin:0;padding:0;background:#f4f6fa">
<table${table} class="l-back" style="background:#f4f6fa"><tr><td align="center" style="padding:24px 12px">
${senderRow(contents)}<table${table} class="l-sheet" style="max-width:560px;background:#ffffff;border-radius:12px"><tr><td class="l-ink" style="padding:32px 28px;${font};font-size:16px;line-height:1.5;color:#1b2333">
<h1 class="l-ink" style="margin:0 0 16px;font-size:24px;line-height:1.25;color:#1b2333">${heading}</h1>
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>\n`)}${actionRow(contents, colors.light)}</td></tr></table>
${footerRow(contents)}</td></tr></table>
</body></html>
`);
}

function senderRow({ sender }: Letter): Content {
  if (sender === undefined) return undefined;
  const shown =
    sender.logo === undefined
      ? sender.name
      : html`<img class="l-logo" src="${sender.logo}" alt="${sender.name}" height="40" style="display:block;height:40px;border:0">`;
  return html`<table${table} style="max-width:560px"><tr><td class="l-ink" style="padding:0 28px 16px;${font};font-size:16px;font-weight:bold;color:#1b2333">${shown}</td></tr></table>\n`;
}

function actionRow({ action }: Letter, color: string): Content {
  if (action === undefined) return undefined;
  return html`<p style="margin:24px 0 8px"><a class="l-act" href="${action.address}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${color};color:#ffffff;font-weight:bold;text-decoration:none">${action.label}</a></p>\n`;
}

function footerRow({ footer, leave }: Letter): Content {
  const way = leave && html`<a href="${leave.address}" style="color:#566074">${leave.label}</a>`;
  const parts = [footer, way].filter(Boolean).map((part, at) => [at > 0 && ' · ', part]);
  return (
    parts.length > 0 &&
    html`<table${table} style="max-width:560px"><tr><td class="l-soft" style="padding:16px 28px;${font};font-size:13px;line-height:1.5;color:#566074">${parts}</td></tr></table>\n`
  );
}
