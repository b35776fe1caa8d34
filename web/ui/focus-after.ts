/**
 * A ref for an element that may be removed while it has the focus, which would then be lost. It must be the same
 * function at every render.
 * @param pass focuses another element; the removed one is still in its place
 */
export function focusAfter(pass: (removed: HTMLElement) => void) {
  return (element: HTMLElement | null) => () => {
    if (element && element === document.activeElement) pass(element)
  }
}
