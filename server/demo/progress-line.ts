/**
 * Shows the progress of long work on one line of the terminal; if the line cannot be rewritten (a log, a pipe) it
 * prints only one message at the start.
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
