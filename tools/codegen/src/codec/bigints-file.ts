import type { BigintPlaces } from '@mailwright/xml-codec/json';

/** A hyphen is in the name of no codec. */
export const BIGINTS_FILE = 'codecs/json-bigints.ts';

/** A module that tells where the schemas of JSON bodies hold bigints. */
export function bigintsFile(header: string, places: BigintPlaces): string {
  const lines = Object.entries(places).map(([name, place]) => `  ${JSON.stringify(name)}: ${JSON.stringify(place)},`);
  return `${header.trimEnd()}
import type { BigintPlaces } from '@mailwright/xml-codec/json';

// biome-ignore-all lint: generated
export const bigints: BigintPlaces = {
${lines.join('\n')}
};
`;
}
