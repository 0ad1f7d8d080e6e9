/** What generated command lines (`./cli`) and MCP servers (`./mcp`) have in common. */
export * from './api.ts';
export { type CallInput, type CallResult, createCaller, type SendCall } from './call.ts';
export { searchOperations } from './search.ts';
