import type { OpenApiDocument } from '@mailwright/codegen/description';

interface Server {
  url?: unknown;
  variables?: { [name: string]: { default?: unknown; enum?: unknown[] } };
}

/** Addresses that one server of a description may make of its variables. */
const MOST_ADDRESSES = 100;

/** Absolute addresses of the servers of a description, with each value that a variable lists, and the paths of the others. */
export function describedBases({ servers }: OpenApiDocument): { bases: string[]; paths: string[] } {
  const list: Server[] = Array.isArray(servers) ? servers : [];
  const all = list.flatMap(addressesOf);
  const isAbsolute = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);
  const paths = all.filter((text) => !isAbsolute(text) && URL.canParse(text, 'http://localhost'));
  return {
    bases: all.filter(isAbsolute).map(withoutSlash),
    paths: (list.length === 0 ? ['/'] : paths).map((path) => withoutSlash(new URL(path, 'http://localhost').pathname)),
  };
}

function addressesOf({ url, variables = {} }: Server): string[] {
  const names = new Set(Array.from(String(url ?? '').matchAll(/\{([^{}]+)\}/g), ([, name]) => name!));
  let texts = [String(url ?? '')];
  for (const name of names) {
    const { default: usual, enum: values = [] } = variables[name] ?? {};
    const all = [...new Set([usual, ...values].filter((value) => value !== undefined).map(String))];
    texts = texts.flatMap((text) => all.map((value) => text.replaceAll(`{${name}}`, value))).slice(0, MOST_ADDRESSES);
  }
  return texts;
}

const withoutSlash = (url: string) => url.replace(/[?#].*$/, '').replace(/\/$/, '');

/** Returns the longest of the addresses below which a request went, or `undefined` if it is one of another service. */
export function findBase(bases: readonly string[], { origin, pathname }: URL): string | undefined {
  const below = bases.filter((base) => {
    const { origin: own, pathname: path } = new URL(base);
    const start = path.replace(/\/$/, '');
    return origin === own && (pathname === start || pathname.startsWith(`${start}/`));
  });
  return below.toSorted((one, other) => other.length - one.length)[0];
}
