import type { FastifyInstance } from 'fastify';

/** What decoders put in place of characters that cannot be. */
const replacement = '\u{fffd}';

/**
 * Replaces each NUL in parameters and queries: PostgreSQL takes none in a text. Nothing has such a name, so that a page answers as it
 * does to every address that it does not know.
 */
export function replaceNuls(pages: FastifyInstance): void {
  pages.addHook('onRequest', async (request) => {
    if (!request.url.includes('%00')) return;
    request.params = withoutNuls(request.params);
    request.query = withoutNuls(request.query);
  });
}

function withoutNuls(values: unknown): Record<string, string | string[]> {
  const read = (text: string) => text.replaceAll('\0', replacement);
  const entries = Object.entries(values as Record<string, string | string[]>);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.map(read) : read(value)]),
  );
}
