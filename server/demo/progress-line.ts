/**
 * Shows the progress of long work on one line of the terminal. If the line cannot be rewritten (in a log or a pipe), it
 * prints a single message at the beginning.
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
