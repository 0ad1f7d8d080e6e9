import { createHash } from 'node:crypto';
import { allBlocks, type Block, type BlockDocument, sourceOf } from './document.ts';

/** Blocks of each document by what they are: those that are the same in all are twins. */
const twinsOf = new WeakMap<BlockDocument, Map<string, Block[]>>();

function findTwins(document: BlockDocument): Map<string, Block[]> {
  const found = twinsOf.get(document) ?? Map.groupBy(allBlocks(document), (block) => hashOf(document, block));
  twinsOf.set(document, found);
  return found;
}

/** A block without its place, and without the blocks within. */
function hashOf(document: BlockDocument, block: Block): string {
  const { kind, element, blocks } = block;
  const own =
    blocks.length === 0
      ? sourceOf(document, block)
      : document.source.slice(element.start, element.tagEnd) + blocks.map((each) => each.kind);
  return createHash('sha256').update(`${kind} ${own}`).digest('base64url').slice(0, 12);
}

/** Tells which block a form is about, even if others have moved it since: what it is, and how many are the same. */
export function markOf(document: BlockDocument, block: Block): string {
  const hash = hashOf(document, block);
  return `${hash}.${findTwins(document).get(hash)!.length}`;
}

/**
 * Finds the block with a mark that was seen at a path, wherever it stands by now. Returns `unknown` if there are twins and
 * nobody can tell which of them is meant, and `undefined` if there is none of them any more.
 */
export function findMarked(document: BlockDocument, path: string, mark: string): Block | 'unknown' | undefined {
  const [hash = '', seen] = mark.split('.');
  const twins = findTwins(document).get(hash);
  if (twins === undefined) return undefined;
  if (twins.length < Number(seen)) return 'unknown';
  return twins.find((each) => each.path === path) ?? (twins.length === 1 ? twins[0]! : 'unknown');
}
