/** Saves a file that was fetched because a plain link cannot send the bearer token. */
export function saveAs(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // By the next task the browser has started to read the file.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
