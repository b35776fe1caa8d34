/** Paths below the root, with slashes. */
export function timedTests(): string[]
export function testsOfOwnProcess(): string[]
export function testsWithPrograms(): string[]
