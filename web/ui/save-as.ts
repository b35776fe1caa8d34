/** Saves a file that was fetched, since a plain link could not carry the bearer token. */
export function saveAs(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has started to read it by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
