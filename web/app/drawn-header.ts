/** Whether the server already has the header's HTML and draws only a placeholder, which saves a fifth of the time. */
export const drawnHeader = { isKnown: false }
