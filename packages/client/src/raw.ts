export * from './generated/client/raw.ts';
