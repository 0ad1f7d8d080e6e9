import { hasConditions } from '../../../blocks/conditions.ts';
import type { Content } from '../../../html.ts';
import type { Visit } from '../../../web/routes.ts';
import { draftNotes } from '../drafts.ts';
import { readConditions } from '../liquid.ts';
import { storedPreviewPart } from '../preview.ts';

/** What is stored of a composition. */
export interface Stored {
  name: string;
  mjml: string;
  html: string;
  version: string;
}

type Source = { mjml: string } | { html: string };

/** Something that people compose block by block: a mailing, or a template. */
export interface Composition {
  /** Address of its page. */
  own: string;
  /** The list that it is in. */
  parent: { label: string; path: string };
  /** Label of the link to its page. */
  back: string;
  /** Reads the version first: contents that are changed meanwhile are then of a later one, which is refused. */
  read(): Promise<Stored>;
  readVersion(): Promise<string>;
  /** Stores its contents over a version. */
  store(source: Source, version: string): Promise<unknown>;
  /** Returns why nothing can be stored now, or `undefined`. */
  findObstacle(): Promise<string | undefined>;
  /** Lists ids of versions that were stored, the newest first. */
  listVersions(): Promise<number[]>;
  /** Returns the contents of a version, or `undefined` if it is not kept any more. */
  readSource(version: number): Promise<Source | undefined>;
  /** What people should know before they change it. */
  notes(): Promise<Content>;
  preview(): Content;
}

/** A visit to the page on which something is composed. */
export interface Composing extends Visit {
  of: Composition;
}

export const composeMailing = (visit: Visit): Composing => ({ ...visit, of: mailingComposition(visit) });

function mailingComposition(visit: Visit): Composition {
  const { client, params, say } = visit;
  const { mailings } = client;
  const of = { mailingid: Number(params.id) };
  const own = `/console/mailings/${params.id}`;
  const readVersion = () => mailings.getVersion(of).orThrow();
  /** Has the mailing read conditions, which is of its version; returns the one that follows. */
  const withConditions = async (version: string) => {
    if ((await readVersion()) !== version) return version;
    await readConditions(client, of.mailingid);
    return readVersion();
  };
  const listRevisions = () => mailings.listRevisions(of).orThrow();
  return {
    own,
    parent: { label: say('Mailings'), path: '/console/mailings' },
    back: say('Back to the mailing'),
    readVersion,
    async read() {
      const version = await readVersion();
      const [name, mjml, html] = await Promise.all([
        mailings.getName(of).orThrow(),
        mailings.getMjml(of).orThrow(),
        mailings.getHtml(of).orThrow(),
      ]);
      return { name, mjml, html, version };
    },
    async store(body, version) {
      const seen = 'mjml' in body && hasConditions(body.mjml) ? await withConditions(version) : version;
      return mailings.setContents({ ...of, body, 'If-Match': `"${seen}"` }).orThrow();
    },
    async findObstacle() {
      const isTyped = (await listRevisions()).some(({ kind, own: isMine }) => kind === 'autosaved' && isMine);
      return isTyped
        ? say('You have changes in the editor of the MJML that are not saved. Save or delete them first.')
        : undefined;
    },
    async listVersions() {
      return (await listRevisions()).filter(({ kind }) => kind !== 'autosaved').map(({ id }) => id);
    },
    async readSource(revisionId) {
      const revision = await mailings.getRevision({ ...of, revisionId });
      return revision.ok ? sourceOf(revision.data.contents) : undefined;
    },
    notes: () => draftNotes(visit, own),
    preview: () => storedPreviewPart(visit, own),
  };
}

/** The source of contents: their MJML, or else their HTML. */
export function sourceOf({ mjml, html }: { mjml?: string; html?: string }): Source | undefined {
  if (mjml) return { mjml };
  return html === undefined ? undefined : { html };
}
