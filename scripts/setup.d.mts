/** Types of the exports of setup.mjs that TypeScript uses. */
export declare const SERVER: string
export declare const SERVER_FLAGS: string[]
export declare const COMPILE_CACHE: string
export declare function ensureRendererBuilt(node: string): void
export declare function ensureServerBuilt(node: string): void
export declare function mayInstall(env?: NodeJS.ProcessEnv, isTerminal?: boolean): boolean
