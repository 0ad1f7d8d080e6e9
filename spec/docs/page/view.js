// Two views in one page: the landing page, and the reference for every address that begins with `#/`.
function show() {
  document.documentElement.classList.toggle('reference', location.hash.startsWith('#/'));
}
addEventListener('hashchange', show);
addEventListener('popstate', show);
show();
