import { type Content, html } from '../html.ts';
import { editorScript } from '../web/assets.ts';
import { type Say, type Words, words } from '../words.ts';

/** Texts of the editor's search and of its messages to screen readers, by what the editor calls them. */
export const editorTexts: Readonly<Record<string, Words>> = {
  Find: words('Find'),
  Replace: words('Replace with'),
  next: words('Next match'),
  previous: words('Previous match'),
  all: words('All matches'),
  'match case': words('Match case'),
  regexp: words('Regular expression'),
  'by word': words('Whole words'),
  replace: words('Replace'),
  'replace all': words('Replace all'),
  close: words('Close'),
  'Go to line': words('Go to line'),
  go: words('Go to it'),
  'current match': words('Current match'),
  'on line': words('in line'),
  'replaced match on line $': words('A match was replaced in line $'),
  'replaced $ matches': words('Replaced matches: $'),
  'Selection deleted': words('The selection was deleted'),
  'Control character': words('Control character'),
};

/** The script of the editor, with its texts. */
export function editorScripts(say: Say): Content {
  const texts = Object.entries(editorTexts).map(([name, text]) => [name, say(text)]);
  return html`<script src="${editorScript.path}" data-not-stored="${say('The image could not be stored.')}" data-texts="${JSON.stringify(Object.fromEntries(texts))}" defer></script>`;
}
