export * from './generated/client/index.ts';
