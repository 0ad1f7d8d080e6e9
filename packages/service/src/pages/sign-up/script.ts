/**
 * The script of forms. On our own page it works for a form when many sign up; in pages of others it sends forms with
 * `data-mailwright` in place. Without it, forms are sent as forms are.
 */
export const script = `'use strict';
(() => {
  const rotate = (x, n) => (x >>> n) | (x << (32 - n));
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const fraction = (x) => ((x - Math.floor(x)) * 0x100000000) | 0;
  const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const constants = primes.map((prime) => fraction(Math.cbrt(prime)));

  /** First word of SHA-256 of a text of ASCII characters (FIPS 180-4). */
  function firstWord(text) {
    const length = ((text.length + 9 + 63) >> 6) << 4;
    const words = new Int32Array(length);
    for (let i = 0; i < text.length; i++) words[i >> 2] |= text.charCodeAt(i) << (24 - 8 * (i & 3));
    words[text.length >> 2] |= 0x80 << (24 - 8 * (text.length & 3));
    words[length - 1] = text.length * 8;
    let hash = start;
    const w = new Int32Array(64);
    for (let block = 0; block < length; block += 16) {
      let [a, b, c, d, e, f, g, h] = hash;
      for (let i = 0; i < 64; i++) {
        if (i < 16) w[i] = words[block + i];
        else {
          const x = w[i - 15], y = w[i - 2];
          const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
          const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
          w[i] = w[i - 16] + s0 + w[i - 7] + s1;
        }
        const t1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i]) | 0;
        const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        h = g; g = f; f = e; e = (d + t1) | 0; d = c; c = b; b = a; a = (t1 + t2) | 0;
      }
      hash = [a, b, c, d, e, f, g, h].map((value, i) => (value + hash[i]) | 0);
    }
    return hash[0] >>> 0;
  }

  const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

  /** Finds a number with which the hash begins with so many zeros; the page stays usable meanwhile. */
  async function work(ticket, email, bits) {
    const ascii = unescape(encodeURIComponent(email));
    for (let proof = 0; ; proof++) {
      if (firstWord(ticket + ':' + ascii + ':' + proof) >>> (32 - bits) === 0) return String(proof);
      if (proof % 2000 === 1999) await pause(0);
    }
  }

  const values = (form) => Object.fromEntries(new FormData(form));

  function prepareOwn(form) {
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const button = form.querySelector('button');
      button.disabled = true;
      button.textContent = form.dataset.working;
      const { ticket, email } = values(form);
      form.elements.proof.value = await work(ticket, email.trim(), Number(form.dataset.bits));
      form.submit();
    });
  }

  function prepareForeign(form) {
    let fetched;
    const fetchTicket = () => (fetched ||= fetch(form.action + '/ticket', { headers: { accept: 'application/json' } })
      .then((answer) => (answer.ok ? answer.json() : Promise.reject()))
      .then((ticket) => ({ ...ticket, at: Date.now() })));
    form.addEventListener('focusin', () => fetchTicket().catch(() => { fetched = undefined; }));
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const button = form.querySelector('button');
      if (button) button.disabled = true;
      try {
        const { ticket, bits, wait, at } = await fetchTicket();
        fetched = undefined;
        const body = { ...values(form), ticket };
        if (bits) body.proof = await work(ticket, body.email.trim(), bits);
        await pause(at + wait * 1000 - Date.now());
        const answer = await fetch(form.action, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify(body),
        });
        const { message, redirect } = await answer.json();
        if (answer.status === 428) return form.submit();
        if (answer.ok && redirect) return location.assign(redirect);
        show(form, message, answer.ok);
      } catch {
        return form.submit();
      }
      if (button) button.disabled = false;
    });
  }

  /** Puts a message in place of the form, or below it when something is wrong. */
  function show(form, message, done) {
    const place = form.querySelector('[data-message]') || document.createElement('p');
    place.dataset.message = '';
    place.setAttribute('role', done ? 'status' : 'alert');
    place.textContent = message;
    if (done) form.replaceWith(place);
    else form.append(place);
  }

  document.querySelectorAll('form[data-bits]').forEach(prepareOwn);
  document.querySelectorAll('form[data-mailwright]').forEach(prepareForeign);
})();
`;
