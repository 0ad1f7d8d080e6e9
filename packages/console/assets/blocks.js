// The page of blocks works without this script. It sends forms without loading the page again, moves blocks by dragging and by
// keys, tells people who do not see the page what has changed, and has buttons that format the text.

const blockWords = document.currentScript.dataset;

const status = document.createElement('p');
status.className = 'unseen';
status.setAttribute('role', 'status');
document.body.append(status);

const cardField = '.card :is(textarea, input:not([type="hidden"]), select)';

/** Shows what a page has in place of what is shown, and says what has happened. */
function show(page, focus) {
  const main = page.querySelector('main');
  document.title = page.title;
  document.querySelector('main').replaceWith(main);
  prepare();
  const place =
    main.querySelector(focus) ?? main.querySelector('.block a[aria-current]') ?? main.querySelector('#blocks .block a');
  (place ?? main).focus();
  const said = main.querySelector('.notice[role]')?.textContent ?? '';
  status.textContent = '';
  setTimeout(() => {
    status.textContent = said;
  }, 100);
}

/** Returns a page of blocks, or `undefined` if the answer is another one. */
async function pageOf(answer) {
  if (!answer) return undefined;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return page.querySelector('[data-blocks]') ? page : undefined;
}

/** Sends a form and shows the page that follows. Reports whether the change was stored. */
async function send(form, submitter) {
  const fields = new FormData(form, submitter);
  const body = form.enctype === 'multipart/form-data' ? fields : new URLSearchParams(fields);
  const answer = await fetch(form.action, { method: 'POST', body }).catch(() => undefined);
  const page = await pageOf(answer);
  if (page === undefined) {
    // Something is to be decided, or there is no session any more: the browser shows that page.
    delete form.dataset.sent;
    form.dataset.native = '';
    form.requestSubmit(submitter);
    return false;
  }
  if (answer.redirected) history.replaceState(null, '', answer.url);
  show(page, placeAfter(submitter?.value ?? ''));
  return answer.ok;
}

/** Where somebody goes on after a button. */
function placeAfter(does) {
  if (does === 'upload') return '.card [name="value-alt"]';
  return does.startsWith('add-') || does === 'insert' ? cardField : '.block a[aria-current]';
}

async function load(address) {
  const page = await pageOf(await fetch(address).catch(() => undefined));
  if (page === undefined) location.assign(address);
  else show(page, cardField);
  return page !== undefined;
}

/** Moves a block by the form that is there for it. */
function move(item, does, to = '', at = '') {
  const form = document.querySelector('form.moving');
  const { path, mark } = item.dataset;
  for (const [name, value] of Object.entries({ path, mark, do: does, to, at })) form.elements[name].value = value;
  form.requestSubmit();
}

/** Opens another block; what was typed in the one before is saved first. */
async function open(link) {
  const { path } = link.closest('li').dataset;
  const typed = document.querySelector('form.card[data-unsaved]');
  if (typed) {
    delete typed.dataset.unsaved;
    if (!(await send(typed, typed.querySelector('[value="save"]')))) return;
  }
  const { href } = document.querySelector(`li[data-path="${path}"] > .block a`) ?? link;
  if (await load(href)) history.pushState(null, '', href);
}

/** Saves what was typed, and then does what was asked for on the page that follows. */
async function saveBefore(typed, form, submitter) {
  const { path, do: does, to, at } = Object.fromEntries(new FormData(form, submitter));
  delete typed.dataset.unsaved;
  if (!(await send(typed, typed.querySelector('[value="save"]')))) return;
  if (form.className === 'moving') move(document.querySelector(`li[data-path="${path}"]`), does, to, at);
  else document.querySelector(`form:not(.card) [name="do"][value="${does}"]`)?.click();
}

document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (form.method !== 'post' || !/\/blocks(?:#|$)/.test(form.action) || 'native' in form.dataset) return;
  event.preventDefault();
  const typed = document.querySelector('form.card[data-unsaved]');
  if (typed && typed !== form) void saveBefore(typed, form, submitter);
  else {
    delete form.dataset.unsaved;
    void send(form, submitter);
  }
});
document.addEventListener('click', (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest?.('.block a');
  if (link) {
    event.preventDefault();
    void open(link);
  }
  const button = event.target.closest?.('[data-insert]');
  if (button) {
    event.preventDefault();
    insertField(button);
  }
});
document.addEventListener('change', (event) => {
  const { target } = event;
  if (target.matches?.('[data-upload]') && target.files.length > 0)
    target.form.requestSubmit(target.form.querySelector('[value="upload"]'));
});
addEventListener('popstate', () => location.reload());
document.addEventListener('keydown', (event) => {
  const item = event.target.closest?.('.block a')?.closest('li');
  const does = { ArrowUp: 'up', ArrowDown: 'down' }[event.key];
  if (item && does && event.altKey) {
    event.preventDefault();
    move(item, does);
  }
  if (!(event.ctrlKey || event.metaKey) || event.target.closest?.('input, textarea, select')) return;
  const key = event.key.toLowerCase();
  const wanted = key === 'y' || (key === 'z' && event.shiftKey) ? 'redo' : key === 'z' ? 'undo' : undefined;
  const button = wanted && document.querySelector(`.actions [value="${wanted}"]`);
  if (!button) return;
  event.preventDefault();
  button.click();
});

let dragged;

/** Where a block that is dragged would come to stand at an item: before, behind or in it. */
function dropAt(item, y) {
  if (!dragged || !item || dragged.contains(item)) return undefined;
  const { level, into, path } = item.dataset;
  const own = dragged.dataset.level;
  if (own !== '' && own === level) {
    const { top, height } = item.firstElementChild.getBoundingClientRect();
    const isAfter = y > top + height / 2;
    const place = path.lastIndexOf('.');
    return {
      side: isAfter ? 'after' : 'before',
      to: path.slice(0, Math.max(0, place)),
      at: Number(path.slice(place + 1)) + (isAfter ? 1 : 0),
    };
  }
  const takes = { leaf: ['column', 'row'], row: ['area'] }[own];
  return takes?.includes(level) && into ? { side: 'into', to: into, at: '' } : undefined;
}

const unmark = () => {
  for (const item of document.querySelectorAll('[data-drop]')) delete item.dataset.drop;
};
document.addEventListener('dragstart', (event) => {
  const item = event.target.closest?.('.block')?.closest('li');
  if (!item) return;
  dragged = item;
  event.dataTransfer.setData('text/plain', item.dataset.path);
  event.dataTransfer.effectAllowed = 'move';
});
document.addEventListener('dragover', (event) => {
  if (!dragged) return;
  const item = event.target.closest?.('li[data-path]');
  const drop = dropAt(item, event.clientY);
  unmark();
  if (!drop) return;
  event.preventDefault();
  item.dataset.drop = drop.side;
});
document.addEventListener('drop', (event) => {
  const drop = dropAt(event.target.closest?.('li[data-path]'), event.clientY);
  if (!drop) return;
  event.preventDefault();
  move(dragged, 'move', drop.to, drop.at);
  dragged = undefined;
});
document.addEventListener('dragend', () => {
  dragged = undefined;
  unmark();
});

/** Puts a text in the place of what is selected, so that the browser can take it back. */
function put(area, text) {
  area.focus();
  if (document.execCommand('insertText', false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

function insertField(button) {
  const { tag, fallback } = button.form.elements;
  const instead = fallback.value.replaceAll(/[[\]|<>]/g, '').trim();
  put(document.getElementById(button.dataset.insert), `[[${tag.value}${instead && `|${instead}`}]]`);
}

const selected = ({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd);

const formats = [
  ['bold', (area) => put(area, `**${selected(area) || blockWords.bold}**`)],
  ['italic', (area) => put(area, `_${selected(area) || blockWords.italic}_`)],
  [
    'link',
    (area) => {
      const label = selected(area) || blockWords.link;
      const address = 'https://';
      put(area, `[${label}](${address})`);
      area.selectionStart = area.selectionEnd = area.selectionEnd - 1;
    },
  ],
  ['list', (area) => put(area, selected(area).replaceAll(/^/gm, '- '))],
];

/** Characters that mean something in a text. */
const escaped = (text) => text.replaceAll(/[\\*_[\]]/g, '\\$&');
const around = (text, open, close) =>
  text.replace(/^(\s*)([\s\S]*?)(\s*)$/, (_, a, b, c) => (b ? a + open + b + close + c : text));

/** Writes what somebody pastes as a text of ours: only paragraphs, bold, italic, links and lists stay of it. */
function notationOf(node) {
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.data.replaceAll(/[ \t\r\n]+/g, ' '));
  if (node.nodeType !== Node.ELEMENT_NODE || /^(?:SCRIPT|STYLE|TEMPLATE|HEAD|TITLE)$/.test(node.tagName)) return '';
  const inner = Array.from(node.childNodes, notationOf).join('');
  if (/^(?:B|STRONG)$/.test(node.tagName))
    return node.style.fontWeight === 'normal' ? inner : around(inner, '**', '**');
  if (/^(?:I|EM)$/.test(node.tagName)) return around(inner, '_', '_');
  if (node.tagName === 'BR') return '\n';
  if (/^T[DH]$/.test(node.tagName)) return `${inner} `;
  if (node.tagName === 'LI') return `\n- ${inner.trim().replaceAll(/\n+/g, '\n  ')}`;
  if (/^(?:P|DIV|H\d|UL|OL|TABLE|TR|BLOCKQUOTE)$/.test(node.tagName)) return `\n\n${inner}\n\n`;
  const address = node.tagName === 'A' ? node.getAttribute('href') : undefined;
  if (!/^(?:https?:|mailto:|tel:)\S+$/i.test(address ?? '')) return inner;
  return around(inner, '[', `](${address.replaceAll(/[\\()[\]]/g, '\\$&')})`);
}

document.addEventListener('paste', (event) => {
  const area = event.target.closest?.('[data-writing] textarea');
  const pasted = event.clipboardData?.getData('text/html');
  if (!area || !pasted) return;
  event.preventDefault();
  const { body } = new DOMParser().parseFromString(pasted, 'text/html');
  const lines = notationOf(body)
    .split('\n')
    .map((line) => (/^ {2}\S/.test(line) ? line.trimEnd() : line.trim()));
  put(
    area,
    lines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  );
});

/** Adds what only works with this script. */
function prepare() {
  for (const note of document.querySelectorAll('[data-keys]')) note.hidden = false;
  for (const part of document.querySelectorAll('[data-writing]')) {
    const area = part.querySelector('textarea');
    const bar = document.createElement('div');
    bar.className = 'row formats';
    bar.setAttribute('role', 'group');
    bar.setAttribute('aria-label', blockWords.toolbar);
    for (const [name, format] of formats) {
      const button = document.createElement('button');
      Object.assign(button, { type: 'button', className: 'quiet', textContent: blockWords[name] });
      button.addEventListener('click', () => format(area));
      bar.append(button);
    }
    area.before(bar);
  }
}

prepare();
