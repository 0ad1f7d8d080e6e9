import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, indentUnit, LRLanguage, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { parser as css } from '@lezer/css';
import { tags } from '@lezer/highlight';
import { configureNesting, parser } from '@lezer/html';
import { keepTyped } from './autosave.js';

// Loaded on the page of a mailing's contents only. It makes an editor of each textarea with `data-editor`, which keeps the
// text for the form, and shows the preview again when the text has changed.

const words = document.currentScript.dataset;

/** HTML with its styles. Mails run no scripts, and a parser for them would be as large as the rest. */
const nested = [{ tag: 'style', parser: css }];
const language = LRLanguage.define({ parser: parser.configure({ wrap: configureNesting(nested) }) });

const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket, tags.keyword], color: 'var(--accent)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--busy)' },
  { tag: [tags.attributeValue, tags.string, tags.number], color: 'var(--good)' },
  { tag: [tags.comment, tags.documentMeta, tags.processingInstruction], color: 'var(--soft)' },
]);

const theme = EditorView.theme({
  '&': { height: '36rem', maxHeight: '75vh', fontSize: '0.875rem', color: 'var(--ink)', background: 'var(--paper)' },
  '&.cm-focused': { outline: '3px solid var(--accent)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, monospace', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-gutters': { background: 'var(--back)', color: 'var(--soft)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--hover)' },
  '.cm-panels': { background: 'var(--back)', color: 'var(--ink)' },
});

/** Puts an editor over a textarea. Tab leaves it, as it leaves any field: people without a mouse must get on. */
function edit(area, onChange) {
  const host = document.createElement('div');
  host.className = 'editor';
  // In a shadow root, styles are adopted and not inserted, which the policy of the page allows.
  const root = host.attachShadow({ mode: 'open' });
  const state = EditorState.create({
    doc: area.value,
    extensions: [
      lineNumbers(),
      EditorState.phrases.of(JSON.parse(words.texts)),
      history(),
      indentUnit.of('  '),
      highlightActiveLine(),
      highlightSelectionMatches(),
      language,
      syntaxHighlighting(colours),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        'aria-label': area.labels[0].textContent,
        'aria-description': document.getElementById(area.getAttribute('aria-describedby'))?.textContent ?? '',
      }),
      keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap]),
      theme,
      EditorView.domEventHandlers({ drop: (event, view) => dropImages(event, view, area) }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        area.value = update.state.doc.toString();
        area.dispatchEvent(new Event('input', { bubbles: true }));
        onChange();
      }),
    ],
  });
  const view = new EditorView({ state, parent: root, root });
  area.hidden = true;
  area.after(host);
  area.labels[0].addEventListener('click', () => view.focus());
  return view;
}

/** Uploads images that are dropped into the text, and inserts elements that show them. */
function dropImages(event, view, area) {
  const files = [...(event.dataTransfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
  if (files.length === 0) return false;
  event.preventDefault();
  const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.selection.main.head;
  void Promise.all(files.map((file) => upload(file, area.form.elements.token.value))).then(
    (images) => {
      const element = area.name === 'mjml' ? 'mj-image' : 'img';
      const insert = images.map(({ url, name }) => `<${element} src="${url}" alt="${name}" />`).join('\n');
      view.dispatch({ changes: { from: Math.min(at, view.state.doc.length), insert } });
    },
    ({ message }) => alert(message),
  );
  return true;
}

/** @throws Error that says why the image was not stored */
async function upload(file, token) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ token, as: 'json', file })) body.set(name, value);
  const answer = await fetch('/console/images', { method: 'POST', body });
  const { url, fault } = await answer.json().catch(() => ({ fault: words.notStored }));
  if (url === undefined) throw new Error(fault);
  return { url, name: file.name.replace(/\.\w+$/, '').replace(/[^\p{L}\p{N} _-]/gu, '') };
}

/** Sends what is written to the frame of the preview, which asks for it as a form does. */
function preview(form, frame) {
  const sent = document.createElement('form');
  sent.method = 'post';
  sent.action = frame.dataset.preview;
  sent.target = frame.name;
  sent.hidden = true;
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || !['token', 'notation', 'html', 'mjml', 'contact', 'scheme'].includes(name))
      continue;
    const field = document.createElement('textarea');
    field.name = name;
    field.value = value;
    sent.append(field);
  }
  document.body.append(sent);
  sent.submit();
  sent.remove();
}

const pause = 500;

for (const area of document.querySelectorAll('textarea[data-editor]')) {
  const frame = document.querySelector('iframe[data-preview]');
  let timer;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => preview(area.form, frame), pause);
  };
  edit(area, later);
  for (const name of ['contact', 'scheme']) area.form.elements[name]?.addEventListener('change', later);
}

for (const line of document.querySelectorAll('[data-autosave]')) keepTyped(line);
