export function currentCommit(): string | null
export function changedFiles(): string[]
export function git(args: string[]): string | null
