export function areGrouped(root?: string): boolean;
export function groupScripts(root?: string): Promise<void>;
export function replaceFile(file: string, content: string): Promise<void>;
