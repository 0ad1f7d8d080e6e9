import { escapeHtml as e } from '../html.ts';

export interface Page {
  /** Below `/docs`, without a slash at the end; empty for the first page. */
  path: string;
  title: string;
  description: string;
  /** HTML of `<main>`. */
  body: string;
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect y="4" width="32" height="24" rx="4" fill="#1f5fbf"/><path d="M5 10l11 8 11-8" fill="none" stroke="#fff" stroke-width="3"/></svg>',
)}`;

/** A whole page. What it shares with the others comes in two files, so that it is fetched once. */
export function framed({ title, description, body }: Omit<Page, 'path'>): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${e(title)} · Mailwright</title>
<meta name="description" content="${e(description)}">
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/docs/style.css">
<script type="module" src="/docs/docs.js"></script>
</head>
<body>
<header class="top">
<a class="home" href="/docs">Mailwright</a>
<form action="/docs/search" role="search"><input type="search" name="q" aria-label="Search the documentation" placeholder="Search: send newsletter, import csv …"><button>Search</button></form>
<nav aria-label="Documentation"><a href="/docs#guides">Guides</a> <a href="/docs#operations">Operations</a> <a href="/docs/openapi.json" download>OpenAPI</a></nav>
</header>
<main>${body}</main>
</body>
</html>
`;
}
