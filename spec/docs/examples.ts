import { isDeepStrictEqual } from 'node:util';
import { compilePlans, type OpenApiDocument } from '@mailwright/codegen';
import type { PlanSet } from '@mailwright/xml-codec/plan';
import { referenceCodec } from '@mailwright/xml-codec/reference';
import { type CorpusCase, readCorpus } from '../src/corpus.ts';
import { prettyXml } from './pretty-xml.ts';

/** An example of a body: a value of its schema, and the text that stands for it on the wire. */
export interface Example {
  name: string;
  value: unknown;
  text: string;
}

const longest = 45;

/** The cases of the corpus as examples, the best one of each schema first. */
export class Examples {
  readonly #document: OpenApiDocument;
  readonly #cases: Map<string, CorpusCase[]>;
  readonly #plans: PlanSet;
  readonly #written = new Map<string, Example[]>();

  constructor(document: OpenApiDocument) {
    const cases = readCorpus();
    this.#document = document;
    this.#cases = Map.groupBy(cases, ({ schema }) => schema);
    const written = cases.filter(({ xml }) => xml !== undefined);
    this.#plans = compilePlans(document, new Set(written.map(({ schema }) => schema)));
  }

  /** An example of a value that is not in the corpus. */
  made(schema: string, value: unknown, xml: boolean): Example {
    return { name: 'made', value, text: this.#text(schema, value, xml) };
  }

  #text(schema: string, value: unknown, xml: boolean): string {
    return xml ? prettyXml(referenceCodec(schema, this.#plans).encode(value)) : plain(value);
  }

  /** Examples of a schema; `xml` writes them as documents, else they are JSON or, for texts, the text itself. */
  of(schema: string, xml: boolean): Example[] {
    const key = `${schema} ${xml}`;
    if (!this.#written.has(key)) this.#written.set(key, this.#write(schema, xml));
    return this.#written.get(key)!;
  }

  #write(schema: string, xml: boolean): Example[] {
    const example = this.#document.components.schemas[schema]?.example;
    // Bodies that are no documents may have no corpus.
    const bare = example === undefined ? [] : [{ name: 'example', value: example }];
    const all = (this.#cases.get(schema) ?? bare).map(({ name, value }) => ({
      name,
      value,
      text: this.#text(schema, value, xml),
    }));
    const different = all.filter(({ text }, index) => all.findIndex((other) => other.text === text) === index);
    return different.sort((one, other) => rank(other) - rank(one));

    /** The example of the schema itself is best, then the one that shows most on one screen. */
    function rank({ value, text }: Example): number {
      if (isDeepStrictEqual(value, example)) return Number.POSITIVE_INFINITY;
      const lines = text.split('\n').length;
      return lines > longest ? -lines : text.length;
    }
  }
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** The title of an example: `400-one-fault-in-the-body` as `One fault in the body`. */
export function titleOf(name: string): string {
  const words = name.replace(/^\d{3}-/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
