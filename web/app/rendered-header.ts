/** `isKnown` means that the header's HTML is cached: web/render.tsx then renders only a placeholder, a fifth faster. */
export const renderedHeader = { isKnown: false }
