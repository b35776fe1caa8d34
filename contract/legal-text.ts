export type Block =
  | { kind: 'heading' | 'paragraph'; text: string }
  | { kind: 'list'; entries: string[] }

/**
 * Parses the text of a legal page: `# ` begins a heading, `- ` a list item, and an empty line separates paragraphs.
 */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let isOpen = false
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    const last = blocks.at(-1)
    const [, mark, words = line] = /^(#+|-)\s+(.*)$/.exec(line) ?? []
    if (line === '') isOpen = false
    else if (mark === '-' && last?.kind === 'list' && isOpen) last.entries.push(words)
    else if (mark === '-') blocks.push({ kind: 'list', entries: [words] })
    else if (mark) blocks.push({ kind: 'heading', text: words })
    else if (last?.kind === 'paragraph' && isOpen) last.text += `\n${words}`
    else blocks.push({ kind: 'paragraph', text: words })
    if (line !== '') isOpen = true
  }
  return blocks
}
