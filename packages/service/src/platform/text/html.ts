import { Tokenizer } from 'htmlparser2';

type Callbacks = ConstructorParameters<typeof Tokenizer>[1];

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

/** Walks through an HTML document once and tells where its parts are; the ends are as the tokenizer gives them. */
export function readHtml(html: string, callbacks: Partial<Callbacks>): void {
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: false }, { ...ignoreAll, ...callbacks });
  tokenizer.write(html);
  tokenizer.end();
}
