import type { Styles } from '../content/css.ts';
import type { HtmlPage } from '../content/page.ts';
import type { Finding } from '../findings/findings.ts';

/** Gmail leaves out style sheets beyond this. */
const maxSheetBytes = 16 * 1024;
const maxWidth = 700;
const maxTableDepth = 12;
/** Without their end tags mail programs show the rest of the page in another way each. */
const mustClose = new Set(['a', 'table', 'style', 'script', 'title']);
const dangerous = new Set(['script', 'iframe', 'object', 'embed', 'applet', 'frame', 'frameset']);

/** Checks the structure of a page, apart from single features. */
export function judgeStructure(page: HtmlPage, styles: Styles): Finding[] {
  const findings: Finding[] = [];
  const add = (severity: Finding['severity'], code: string, message: string, location?: string) =>
    findings.push({ code, severity, message, ...(location === undefined ? {} : { location }) });

  if (!page.hasDoctype)
    add('warning', 'doctype_missing', 'Without a DOCTYPE browsers lay the page out in quirks mode.');
  if (page.endsInTag) {
    add('error', 'html_broken', 'The HTML ends inside of a tag; a quotation mark or ">" is missing.', lineOfLast(page));
  }
  for (const [name, count] of page.unclosed) {
    const severity = mustClose.has(name) ? 'error' : 'warning';
    add(severity, mustClose.has(name) ? 'html_broken' : 'html_unclosed', `${count} <${name}> without its end tag.`);
  }
  for (const [name, count] of page.stray) add('warning', 'html_stray', `${count} </${name}> without a start tag.`);
  for (const { name, attributes, line } of page.elements) {
    const where = `line ${line}`;
    if (dangerous.has(name)) add('error', 'script', `Mail programs remove <${name}>, or refuse the mail.`, where);
    if (name === 'form') add('error', 'form', 'Forms do not work in most mail programs; link to a page.', where);
    const handler = [...attributes.keys()].find((attribute) => /^on[a-z]+$/.test(attribute));
    if (handler) add('error', 'script', `Mail programs remove the script in ${handler}.`, where);
    if (/^\s*javascript:/i.test(attributes.get('href') ?? '')) {
      add('error', 'script', 'A link cannot run a script.', where);
    }
    const width = Number(/^(\d+)\s*(?:px)?$/.exec(attributes.get('width')?.trim() ?? '')?.[1] ?? 0);
    if (width > maxWidth) add('warning', 'too_wide', `${width} pixels are wider than most windows of mails.`, where);
  }
  if (styles.sheetBytes > maxSheetBytes) {
    add(
      'warning',
      'style_too_large',
      `Gmail leaves out style sheets beyond 16 KB; there are ${kb(styles.sheetBytes)}.`,
    );
  }
  if (styles.tooDeep)
    add('warning', 'css_nested_deeply', 'CSS is nested more than 100 levels deep and was not checked.');
  if (page.elements.some(({ depth }) => depth >= maxTableDepth))
    add('warning', 'nested_deeply', 'Tables are nested very deeply.');
  return [...findings, ...judgeHead(page)];
}

function judgeHead({ elements }: HtmlPage): Finding[] {
  const metas = elements.filter(({ name }) => name === 'meta');
  const named = (wanted: string) => metas.some(({ attributes }) => attributes.get('name')?.toLowerCase() === wanted);
  const charset = metas
    .map(
      ({ attributes }) => attributes.get('charset') ?? /charset=([\w-]+)/i.exec(attributes.get('content') ?? '')?.[1],
    )
    .find((value) => value !== undefined);
  const findings: Finding[] = [];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') {
    const message = `The page says ${charset}, but mails are sent in UTF-8.`;
    findings.push({ code: 'charset', severity: 'warning', message });
  }
  if (!named('viewport')) {
    findings.push({
      code: 'viewport_missing',
      severity: 'info',
      message: 'Without a viewport, phones display the page too small.',
    });
  }
  if (!named('color-scheme')) {
    const message = 'Without <meta name="color-scheme">, mail programs choose the colours for dark mode themselves.';
    findings.push({ code: 'dark_mode', severity: 'info', message });
  }
  return findings;
}

const lineOfLast = ({ elements }: HtmlPage) => `line ${elements.at(-1)?.line ?? 1}`;
const kb = (bytes: number) => `${Math.ceil(bytes / 1024)} KB`;
