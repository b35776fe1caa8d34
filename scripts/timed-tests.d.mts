/** Paths below the root, with slashes. */
export function timedTests(): string[]
