import type { Page } from './pages.ts';

/** `llms.txt`: the Markdown forms of all pages with a line about each, for language models (https://llmstxt.org). */
export function llmsText(pages: Page[], summary: string): string {
  const groups = Map.groupBy(
    pages.filter(({ markdown }) => markdown !== ''),
    ({ path }) => path.split('/')[0],
  );
  const list = (name: string) =>
    (groups.get(name) ?? [])
      .map(({ path, title, description }) => `- [${title}](${path}.md): ${description}`)
      .join('\n');
  return `# Mailwright

> ${summary}

- [Documentation](index.md): first page
- [OpenAPI description](openapi.json): the whole API in one file
- [Workflows](workflows.arazzo.yaml): what people do with the API, as sequences of calls (Arazzo)
- [OpenAPI description for operators](administration.json): accounts, keys, limits, relays and domains

## Guides

${list('guides')}

## Reference

${list('reference')}

## Administration

${list('administration')}
`;
}
