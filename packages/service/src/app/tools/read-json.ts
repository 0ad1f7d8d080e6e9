import { scanJson, turns } from '@mailwright/server-runtime';

/** Values of a request: parsing and checking more would make others wait. */
const maxValues = 50_000;

/** Parses a body once, after its values were counted in turns of the accounts; or says what is wrong with it. */
export async function readJson(
  bytes: Buffer,
  account: number,
): Promise<{ body: unknown; fault?: undefined } | { body?: undefined; fault: string }> {
  const text = bytes.toString();
  try {
    const { values } = await turns.run(account, scanJson(text));
    if (values > maxValues) return { fault: `A request has at most ${maxValues} values.` };
    return { body: JSON.parse(text) };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}
