export function testsOfOwnProcess(): string[]
export function testsWithDatabase(): string[]
