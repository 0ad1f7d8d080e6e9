import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import http from 'highlight.js/lib/languages/http';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import MarkdownIt from 'markdown-it';

const grammars = { bash, http, java, json, php, python, typescript, xml, yaml };
for (const [name, grammar] of Object.entries(grammars)) highlighter.registerLanguage(name, grammar);

/** Makes HTML of Markdown: code is highlighted, links to `.md` files lead to their pages. */
export const markdown = new MarkdownIt({ html: true, highlight });

markdown.core.ruler.push('pages', ({ tokens }) => {
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const href = token.attrGet('href');
    if (typeof href === 'string' && !/^\w+:/.test(href)) token.attrSet('href', href.replace(/\.md(?=#|$)/, '.html'));
  }
});
// A region that scrolls must be reachable by the keyboard.
markdown.renderer.rules.fence = (tokens, index) => codeBlock(tokens[index]!.content, tokens[index]!.info.trim());
markdown.renderer.rules.code_block = (tokens, index) => codeBlock(tokens[index]!.content, '');
markdown.renderer.rules.table_open = () => '<table tabindex="0">';
markdown.renderer.rules.heading_open = (tokens, index) => {
  const { tag } = tokens[index]!;
  return tag === 'h1' ? '<h1>' : `<${tag} id="${anchor(tokens[index + 1]!.content)}">`;
};

/** A block of code with classes for the colours of its tokens. */
export function codeBlock(text: string, language: string): string {
  return `<pre tabindex="0"><code>${highlight(text.trimEnd(), language)}</code></pre>`;
}

export const inline = (text: string) => markdown.renderInline(text.trim());

function highlight(text: string, language: string): string {
  const grammar = highlighter.getLanguage(language) ? language : undefined;
  return grammar === undefined
    ? markdown.utils.escapeHtml(text)
    : highlighter.highlight(text, { language: grammar }).value;
}

/** The anchor of a heading, as GitHub names it. */
const anchor = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
