/** Paths below the root, with slashes. */
export function timedTests(): string[]
export function testsOfOwnProcess(): string[]
