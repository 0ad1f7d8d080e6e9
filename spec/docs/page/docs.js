// Additions for readers with JavaScript: search results while typing, copy buttons, sending requests from the page.
const root = document.documentElement.dataset.root;

// Operations once were sections of the page of their tag, such as reference/contacts#countContacts.
const anchor = decodeURIComponent(location.hash.slice(1));
if (anchor !== '' && document.getElementById(anchor) === null) {
  const [moved] = [...document.querySelectorAll('main .operations a')].filter(({ pathname }) =>
    pathname.endsWith(`/${anchor}.html`),
  );
  if (moved !== undefined) location.replace(moved.href);
}

const form = document.querySelector('form[role=search]');
const input = form.querySelector('input');
let search;

/** Loads the search and its index once. */
function loadSearch() {
  search ??= Promise.all([
    import(new URL('search.js', new URL(root, location.href))),
    fetch(`${root}search.json`).then((answer) => answer.text()),
  ]).then(([{ find, loadIndex }, json]) => {
    const index = loadIndex(json);
    return (query) => find(index, query);
  });
  return search;
}

const results = document.createElement('ul');
results.className = 'results';
results.hidden = true;
form.append(results);

input.addEventListener('focus', loadSearch);
input.addEventListener('input', async () => {
  const find = await loadSearch();
  const found = find(input.value).slice(0, 10);
  results.replaceChildren(...found.map(resultItem));
  results.hidden = found.length === 0;
});
form.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') results.hidden = true;
  const links = [...results.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || links.length === 0) return;
  event.preventDefault();
  const next = links.indexOf(document.activeElement) + step;
  (links[next] ?? input).focus();
});
results.addEventListener('click', () => {
  results.hidden = true;
});
document.addEventListener('keydown', (event) => {
  const isShortcut = event.key === '/' ? !event.target.closest('input, textarea') : isControlK(event);
  if (!isShortcut) return;
  event.preventDefault();
  input.focus();
});

/** What most documentation sites answer to; browsers would go to their own address bar. */
function isControlK({ key, ctrlKey, metaKey }) {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey);
}

function resultItem({ id, title, kind }) {
  const link = element('a', title, { href: root + id });
  link.append(' ', element('small', kind));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function element(name, text, properties = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...properties });
}

const place = document.querySelector('.found');
const query = new URLSearchParams(location.search).get('q');
if (place && query) {
  input.value = query;
  loadSearch().then((find) => {
    const list = document.createElement('ul');
    list.append(...find(query).map(resultItem));
    place.replaceChildren(list.children.length > 0 ? list : element('p', `No results for “${query}”.`));
  });
}

for (const block of document.querySelectorAll('main pre')) {
  const button = element('button', 'Copy', { type: 'button' });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = 'Copied';
  });
  const wrapper = element('div', '', { className: 'copied' });
  block.replaceWith(wrapper);
  wrapper.append(block, button);
}

/** The language that the reader chose on the page before. */
const languageKey = 'mailwright-language';
for (const choice of document.querySelectorAll('input[name=language]')) {
  if (choice.value === sessionStorage.getItem(languageKey)) choice.checked = true;
  choice.addEventListener('change', () => sessionStorage.setItem(languageKey, choice.value));
}

// The contents are unfolded on wide screens, and scrolled to the current page.
for (const side of matchMedia('(min-width: 64rem)').matches ? document.querySelectorAll('.side') : []) {
  side.open = true;
  const current = [...side.querySelectorAll('[aria-current]')].at(-1);
  if (current) side.scrollTop = current.offsetTop - side.clientHeight / 3;
}

/** The key stays in this tab: the browser forgets it when the tab is closed. */
const storedKey = 'mailwright-api-key';

/** Only a running service answers requests from its pages; elsewhere the pages have no forms. */
const api = new URL(document.querySelector('meta[name=api]').content);
for (const place of document.querySelectorAll('.try')) {
  if (api.origin !== location.origin) break;
  const open = element('button', 'Try it', { type: 'button' });
  open.addEventListener('click', () => place.replaceChildren(tryForm(JSON.parse(place.dataset.request))));
  place.append(open);
}

function field(label, control) {
  const wrapper = element('label', `${label} `);
  wrapper.append(control);
  return wrapper;
}

function tryForm(request) {
  const tryIt = document.createElement('form');
  const key = Object.assign(document.createElement('input'), {
    type: 'password',
    required: true,
    autocomplete: 'off',
    value: sessionStorage.getItem(storedKey) ?? '',
  });
  tryIt.append(field('API key', key), element('small', 'The key stays in this tab and is sent only to this service.'));
  const inputs = request.parameters.map(({ name, required, value }) => {
    const control = Object.assign(document.createElement('input'), { required, value: value.join(',') });
    tryIt.append(field(name, control));
    return control;
  });
  const body = Object.assign(document.createElement('textarea'), { value: request.body ?? '', rows: 10 });
  if (request.mediaType) tryIt.append(field(`Body, ${request.mediaType}`, body));
  const answer = element('pre', '', { hidden: true, tabIndex: 0 });
  answer.setAttribute('aria-live', 'polite');
  tryIt.append(element('button', `Send ${request.method}`), answer);
  tryIt.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (request.method === 'DELETE' && !confirm(`Really ${request.method} ${request.path}?`)) return;
    sessionStorage.setItem(storedKey, key.value);
    answer.hidden = false;
    answer.textContent = '…';
    answer.textContent = await sent(
      request,
      inputs.map((control) => control.value),
      key.value,
      body.value,
    );
  });
  return tryIt;
}

async function sent({ method, path, parameters, mediaType }, values, key, body) {
  const headers = { authorization: `Bearer ${key}`, ...(mediaType && { 'content-type': mediaType }) };
  const query = new URLSearchParams();
  let target = path;
  parameters.forEach(({ name, place }, index) => {
    const value = values[index];
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value));
    else if (value === '') return;
    else if (place === 'header') headers[name] = value;
    else for (const one of value.split(',')) query.append(name, one);
  });
  try {
    const url = `/1.0${target}${query.size > 0 ? `?${query}` : ''}`;
    const answer = await fetch(url, { method, headers, credentials: 'omit', ...(mediaType && { body }) });
    return `${answer.status} ${answer.statusText}\n\n${await answer.text()}`;
  } catch (error) {
    return `The request failed: ${error.message}`;
  }
}
