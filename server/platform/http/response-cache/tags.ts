/**
 * Tags describe what a response depends on. They are named after the changes that invalidate it, such as `products` or
 * `product:12`. While a response is being built, some of its tags are not known yet: `product:*` stands for any
 * product.
 */

const ANY = '*'

/** Whether a change to the tags in `changed` may affect a response being built with `tags`. */
export function mayConcern(tags: Iterable<string>, changed: readonly string[]): boolean {
  for (const tag of tags) {
    const isOpen = tag.endsWith(ANY)
    const kind = isOpen ? tag.slice(0, -ANY.length) : tag
    if (changed.some((one) => (isOpen ? one.startsWith(kind) : one === kind))) return true
  }
  return false
}

export function knownTags(tags: readonly string[]): string[] {
  return tags.filter((tag) => !tag.endsWith(ANY))
}

export function createTagIndex<Tagged extends { tags: ReadonlySet<string> }>() {
  const byTag = new Map<string, Set<Tagged>>()
  return {
    add(tagged: Tagged): void {
      for (const tag of tagged.tags) {
        const others = byTag.get(tag)
        if (others) others.add(tagged)
        else byTag.set(tag, new Set([tagged]))
      }
    },
    remove(tagged: Tagged): void {
      for (const tag of tagged.tags) {
        const others = byTag.get(tag)
        others?.delete(tagged)
        if (others?.size === 0) byTag.delete(tag)
      }
    },
    /** The entries with any of the tags. Returns a copy, because entries may be removed during iteration. */
    find: (tags: readonly string[]): Set<Tagged> =>
      new Set(tags.flatMap((tag) => [...(byTag.get(tag) ?? [])])),
  }
}
