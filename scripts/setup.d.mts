/** What of setup.mjs is used outside of plain JavaScript. */
export declare const SERVER_FLAGS: string[]
export declare const COMPILE_CACHE: string
export declare function mayInstall(env?: NodeJS.ProcessEnv, isTerminal?: boolean): boolean
