export function isStale(root?: string): boolean;
export function buildIfStale(onBuild?: () => void): Promise<void>;
