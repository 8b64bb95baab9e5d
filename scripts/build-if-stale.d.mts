export function buildIfStale(onBuild?: () => void): Promise<void>;
