// Keeps what somebody types at the service, for that person alone, and says so in a line of the page.

/** Milliseconds without a key before something is kept, and after which it is kept though somebody goes on typing. */
const pause = 2000;
const longest = 15_000;

/** @param line where it says what is kept; its form is the one whose text is kept */
export function keepTyped(line) {
  const form = line.closest('form');
  const { autosave: address, kept, failed, unreachable } = line.dataset;
  const ago = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
  let [timer, firstTyped, keptAt, isUnderWay] = [undefined, undefined, undefined, false];

  const tell = () => {
    if (keptAt === undefined) return;
    const minutes = Math.floor((Date.now() - keptAt) / 60_000);
    const hours = Math.floor(minutes / 60);
    const [count, unit] = hours > 0 ? [hours, 'hour'] : minutes > 0 ? [minutes, 'minute'] : [0, 'second'];
    const time = ago.format(-count, unit);
    const text = kept.replace('{time}', time);
    if (line.textContent !== text) line.textContent = text;
  };
  const refuse = (reason) => {
    keptAt = undefined;
    line.textContent = failed.replace('{reason}', reason);
  };
  const keep = async () => {
    if (isUnderWay || 'sent' in form.dataset) return later();
    [isUnderWay, firstTyped] = [true, undefined];
    const body = new FormData(form);
    // A file is not typed.
    body.delete('file');
    const answer = await fetch(address, { method: 'POST', body }).catch(() => undefined);
    isUnderWay = false;
    if ('sent' in form.dataset) return;
    const { fault } = (await answer?.json().catch(() => undefined)) ?? { fault: unreachable };
    if (fault !== undefined) return refuse(fault);
    keptAt = Date.now();
    tell();
  };
  const later = () => {
    clearTimeout(timer);
    firstTyped ??= Date.now();
    timer = setTimeout(keep, Math.min(pause, Math.max(0, firstTyped + longest - Date.now())));
  };

  form.addEventListener('input', ({ target }) => {
    if (target.type !== 'file' && target.closest('[data-looking]') === null) later();
  });
  form.addEventListener('submit', ({ submitter }) => {
    if (!submitter?.formTarget) clearTimeout(timer);
  });
  setInterval(tell, 30_000);
}
