/** Hands text to the reader as a file; touches no network. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The click has started the download; the address may go once it has been read.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
