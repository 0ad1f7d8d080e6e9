import { type CompiledQuery, type KyselyPlugin, PostgresQueryCompiler } from 'kysely';

const compiler = new PostgresQueryCompiler();

/** A plugin that notes the statements that are made, and the list that it writes them into. */
export function noteStatements(): { noting: KyselyPlugin; statements: CompiledQuery[] } {
  const statements: CompiledQuery[] = [];
  const noting: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(compiler.compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { noting, statements };
}
