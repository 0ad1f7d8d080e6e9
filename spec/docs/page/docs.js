// What the pages can do with JavaScript: results while somebody types, and trying an operation.
import { find } from './search.js';

const form = document.querySelector('form[role=search]');
const input = form.querySelector('input');
let entries;

const results = document.createElement('ul');
results.className = 'results';
results.hidden = true;
form.append(results);

input.addEventListener('input', async () => {
  entries ??= fetch('/docs/search.json').then((answer) => answer.json());
  const found = find(await entries, input.value).slice(0, 10);
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

function resultItem({ title, url, kind }) {
  const link = Object.assign(document.createElement('a'), { href: url, textContent: title });
  link.append(' ', element('small', kind));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function element(name, text, properties = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...properties });
}

/** The key stays in this tab: the browser forgets it when the tab is closed. */
const storedKey = 'mailwright-api-key';

for (const place of document.querySelectorAll('.try')) {
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
