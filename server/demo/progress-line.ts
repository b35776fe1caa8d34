/** Shows the progress of each step of a long task on a line of its own. */
export function progressLines(): (step: string, share: number) => void {
  const lines = new Map<string, (share: number) => void>()
  return (step, share) => {
    const line = lines.get(step) ?? progressLine(step)
    lines.set(step, line)
    line(share)
  }
}

/**
 * Shows the progress of a long task on one line of the terminal. If the line cannot be rewritten (in a log or a pipe),
 * prints a single message at the start instead.
 */
export function progressLine(
  text: string,
  out: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stdout,
): (share: number) => void {
  let shown = ''
  return (share) => {
    const isFirst = shown === ''
    const line = `${text} ${Math.floor(share * 100)} %`
    if (line === shown) return
    shown = line
    if (out.isTTY) out.write(`\r${line}${share >= 1 ? '\n' : ''}`)
    else if (isFirst) out.write(`${text} ...\n`)
  }
}
