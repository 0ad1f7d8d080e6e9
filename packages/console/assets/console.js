// Everything works without this script. It saves people from loading pages again and from sending a form too early.

const buttonWords = document.currentScript.dataset;

/** Keeps parts of a page up to date while somebody looks at it. */
function refreshParts() {
  const part = document.querySelector('[data-refresh]');
  if (part === null) return;
  const again = async () => {
    if (document.hidden || document.querySelector('[data-refresh]') === null) return;
    const answer = await fetch(location.href).catch(() => undefined);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    for (const old of document.querySelectorAll('[data-refresh]')) {
      const fresh = page.getElementById(old.id);
      if (fresh && !old.contains(document.activeElement)) old.replaceWith(fresh);
    }
  };
  setInterval(again, 1000 * Number(part.dataset.refresh));
}

/** A button that needs a typed phrase cannot be pressed before. */
function guardConfirmations() {
  for (const button of document.querySelectorAll('[data-needs]')) {
    const field = document.getElementById(button.dataset.needs);
    const check = () => {
      button.disabled = field.value.trim().toLowerCase() !== button.dataset.phrase.toLowerCase();
    };
    field.addEventListener('input', check);
    check();
  }
}

/** A form is sent once, however often its button is pressed. */
function sendOnce() {
  document.addEventListener('submit', (event) => {
    // Previews go to a frame and may be repeated.
    if (event.submitter?.formTarget) return;
    if (event.target.dataset.sent) event.preventDefault();
    else if (event.target.method === 'post') event.target.dataset.sent = 'yes';
  });
  addEventListener('pageshow', () => {
    for (const form of document.forms) delete form.dataset.sent;
  });
}

/**
 * Warns who leaves a page with something that was typed and not sent. What only looks at things is no loss: searches, previews,
 * typed confirmations.
 */
function warnOfLoss() {
  const isLooking = (field) => field.closest('[data-looking], .confirm') !== null || field.type === 'search';
  document.addEventListener('input', ({ target }) => {
    if (target.form?.method === 'post' && target.type !== 'password' && !isLooking(target))
      target.form.dataset.unsaved = '';
  });
  document.addEventListener('submit', (event) => {
    if (!event.defaultPrevented && !event.submitter?.formTarget) delete event.target.dataset.unsaved;
  });
  addEventListener('beforeunload', (event) => {
    if (document.querySelector('form[data-unsaved]') !== null) event.preventDefault();
  });
}

/** Texts to paste elsewhere get a button that copies them. */
function offerCopies() {
  for (const area of document.querySelectorAll('textarea[data-copy]')) {
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', className: 'quiet', textContent: buttonWords.copy });
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(area.value);
      button.textContent = buttonWords.copied;
    });
    area.after(button);
  }
}

/** Plots are offered as PNG too, which the browser makes of their SVG. */
function offerPictures() {
  for (const link of document.querySelectorAll('[data-png]')) {
    link.hidden = false;
    link.addEventListener('click', async (event) => {
      event.preventDefault();
      const picture = new Image();
      picture.src = link.href;
      await picture.decode();
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: picture.naturalWidth, height: picture.naturalHeight });
      canvas.getContext('2d').drawImage(picture, 0, 0);
      const file = document.createElement('a');
      Object.assign(file, { download: link.dataset.png, href: canvas.toDataURL('image/png') });
      file.click();
    });
  }
}

/** Whoever sets an account up is usually in its time zone. */
function guessTimeZone() {
  const field = document.querySelector('[data-time-zone] select');
  if (field?.value !== 'UTC') return;
  const idOf = (timeZone) => Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  const own = idOf();
  // Browsers call some zones by former names.
  const found = [...field.options].find(({ value }) => value === own || idOf(value) === own);
  if (found) field.value = found.value;
}

/** One box ticks all boxes of a list; ticking one means those that are ticked. */
function offerAllBoxes() {
  for (const choice of document.querySelectorAll('[data-check-all]')) {
    const boxes = () => document.querySelectorAll(`input[name="${choice.dataset.checkAll}"]`);
    choice.hidden = false;
    choice.addEventListener('change', ({ target }) => {
      for (const box of boxes()) box.checked = target.checked;
    });
    for (const box of boxes())
      box.addEventListener('change', () => {
        choice.closest('form').elements.scope.value = 'ticked';
      });
  }
}

/** Counts again while somebody changes the rules of a form. */
function countLive() {
  const part = document.querySelector('[data-live]');
  const form = part?.closest('form');
  if (!form) return;
  let waiting;
  const count = async () => {
    const fields = new URLSearchParams(new FormData(form));
    fields.set('next', part.dataset.live);
    const answer = await fetch(form.action, { method: 'POST', body: fields }).catch(() => undefined);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.getElementById(part.id);
    if (fresh) part.replaceChildren(...fresh.childNodes);
  };
  if (location.pathname.endsWith('/edit')) count();
  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(count, 700);
  });
}

countLive();
offerAllBoxes();
guessTimeZone();
refreshParts();
offerCopies();
offerPictures();
guardConfirmations();
sendOnce();
warnOfLoss();
