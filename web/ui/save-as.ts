/** Saves a file that the page has in memory, often because a plain link to it could not send the bearer token. */
export function saveAs(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // By the next task the browser has started to read the file.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
