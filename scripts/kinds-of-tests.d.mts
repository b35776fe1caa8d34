/** Paths below the root, with slashes. */
export function testsOfOwnProcess(): string[]
export function testsWithDatabase(): string[]
