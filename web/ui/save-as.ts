/**
 * Saves an in-memory file, typically one that a plain link could not download, because it cannot send the bearer token.
 */
export function saveAs(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // By the next task, the browser has started reading the file.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
