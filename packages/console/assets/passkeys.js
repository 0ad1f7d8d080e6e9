// Passkeys need a script: the browser asks for them with its own dialog. Forms send the answer as every other form.

const passkeyWords = document.currentScript.dataset;

for (const part of document.querySelectorAll('[data-passkeys]'))
  part.hidden = !SimpleWebAuthnBrowser.browserSupportsWebAuthn();

for (const form of document.querySelectorAll('form[data-passkey]')) {
  form.addEventListener('submit', async (event) => {
    const field = form.elements.namedItem('response');
    if (field.value !== '') return;
    event.preventDefault();
    event.stopPropagation();
    const problem = form.querySelector('[role=alert]');
    try {
      const body = new URLSearchParams({ token: form.elements.namedItem('token')?.value ?? '' });
      const answer = await fetch(form.dataset.passkey, { method: 'POST', body });
      if (!answer.ok) throw new Error(passkeyWords.outdated);
      const optionsJSON = await answer.json();
      const { startAuthentication, startRegistration } = SimpleWebAuthnBrowser;
      const response = await (optionsJSON.user ? startRegistration : startAuthentication)({ optionsJSON });
      field.value = JSON.stringify(response);
      form.submit();
    } catch (error) {
      problem.textContent = `${passkeyWords.unused} ${error.message}`;
      problem.hidden = false;
    }
  });
}
