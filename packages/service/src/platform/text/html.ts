import { Tokenizer } from 'htmlparser2';

type Callbacks = ConstructorParameters<typeof Tokenizer>[1];

/** Callbacks of a reader of HTML; those that are absent are ignored. */
export type HtmlCallbacks = Partial<Callbacks>;

const ignore = () => {};
/** Callbacks for readers of HTML that need a few only. */
export const ignoreAll: Callbacks = {
  onattribname: ignore,
  onattribdata: ignore,
  onattribend: ignore,
  onattribentity: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
};

/**
 * Walks through an HTML document once and tells where its parts are; the ends are as the tokenizer gives them.
 * @param conditional callbacks for what is in conditional comments (`<!--[if mso]>…<![endif]-->`), which Outlook shows in place
 * of other parts. Others of the form `<![if …]>` hide nothing from a tokenizer.
 */
export function readHtml(html: string, callbacks: HtmlCallbacks, conditional?: HtmlCallbacks): void {
  const { oncomment = ignore } = callbacks;
  const readComment: Callbacks['oncomment'] = (start, end, endOffset) => {
    oncomment(start, end, endOffset);
    const content = conditional && conditionalContent(html.slice(start, end - endOffset));
    if (content) tokenize(content.text, shifted({ ...ignoreAll, ...conditional }, start + content.start));
  };
  tokenize(html, { ...ignoreAll, ...callbacks, oncomment: readComment });
}

function tokenize(html: string, callbacks: Callbacks): void {
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: false }, callbacks);
  tokenizer.write(html);
  tokenizer.end();
}

/** Returns what a conditional comment has between `[if …]>` and `<![endif]`, and where that begins in the comment. */
function conditionalContent(comment: string): { text: string; start: number } | undefined {
  const start = /^\s*\[if\b[^\]]*\]>/i.exec(comment)?.[0].length;
  const end = comment.lastIndexOf('<![');
  if (start === undefined || end < start || !/^<!\[endif\]\s*$/i.test(comment.slice(end))) return undefined;
  return { text: comment.slice(start, end), start };
}

/** Callbacks for a part of a document that begins at an index. */
const shifted = (callbacks: Callbacks, by: number): Callbacks => ({
  ...callbacks,
  onattribname: (start, end) => callbacks.onattribname(start + by, end + by),
  onattribdata: (start, end) => callbacks.onattribdata(start + by, end + by),
  onattribend: (quote, end) => callbacks.onattribend(quote, end + by),
  oncdata: (start, end, endOffset) => callbacks.oncdata(start + by, end + by, endOffset),
  onclosetag: (start, end) => callbacks.onclosetag(start + by, end + by),
  oncomment: (start, end, endOffset) => callbacks.oncomment(start + by, end + by, endOffset),
  ondeclaration: (start, end) => callbacks.ondeclaration(start + by, end + by),
  onopentagend: (end) => callbacks.onopentagend(end + by),
  onopentagname: (start, end) => callbacks.onopentagname(start + by, end + by),
  onprocessinginstruction: (start, end) => callbacks.onprocessinginstruction(start + by, end + by),
  onselfclosingtag: (end) => callbacks.onselfclosingtag(end + by),
  ontext: (start, end) => callbacks.ontext(start + by, end + by),
});

/** Reports whether an element is of VML, which Outlook draws: `v:rect` has links and `v:fill` images. */
export const isVml = (element: string): boolean => element.startsWith('v:');
