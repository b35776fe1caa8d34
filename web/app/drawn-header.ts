/** `isKnown` means that the header's HTML is cached: web/draw.tsx then draws only a placeholder, a fifth faster. */
export const drawnHeader = { isKnown: false }
