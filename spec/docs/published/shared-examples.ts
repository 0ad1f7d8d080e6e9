import type { OpenApiDocument } from '@mailwright/codegen';
import type { Example } from '../examples.ts';

/** An example object of OpenAPI, or a reference to one. */
export type ExampleNode = { $ref: string } | { summary?: string; value: unknown };

/** The examples of `components`: each is written once and referred to wherever it holds. */
export class SharedExamples {
  readonly #components: Record<string, OpenApiDocument>;
  readonly #writesDocuments: boolean;

  /** @param writesDocuments whether examples of XML are documents, or the values that they stand for */
  constructor(document: OpenApiDocument, writesDocuments: boolean) {
    this.#components = document.components.examples ??= {};
    this.#writesDocuments = writesDocuments;
  }

  /**
   * Returns the examples of a body, by name, as references.
   * @param schema name of the schema, which begins the names of the components
   * @param titles titles of the examples, in their order
   */
  refer(schema: string, mediaType: string, examples: readonly Example[], titles: readonly string[]) {
    const isXml = this.#writesDocuments && mediaType.endsWith('xml');
    return Object.fromEntries(
      examples.map((example, index): [string, ExampleNode] => {
        const component = `${schema}.${example.name}${isXml ? '.xml' : ''}`;
        this.#components[component] ??= { summary: titles[index], value: isXml ? example.text : example.value };
        return [example.name, { $ref: `#/components/examples/${component}` }];
      }),
    );
  }
}
