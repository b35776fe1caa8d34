/** Whether the server's drawing only leaves a place for it: it takes a fifth of the time. */
export const drawnHeader = { isKnown: false }
