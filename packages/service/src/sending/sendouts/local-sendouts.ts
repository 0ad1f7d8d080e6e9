export { type LocalPlan, type LocalWaves, planForTargetGroup } from './local-waves.ts';
export { waveProgress } from './wave-progress.ts';
export { startOfWaves } from './waves.ts';
