/** The least that a part in AMP for Email must have. */
export const ampPage = (body: string, head = '') =>
  `<!doctype html>
<html ⚡4email><head><meta charset="utf-8">${head}<style amp4email-boilerplate>body{visibility:hidden}</style>
<script async src="https://cdn.ampproject.org/v0.js"></script></head><body>${body}</body></html>`;
