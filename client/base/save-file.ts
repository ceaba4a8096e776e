/** Saves a file of the server as a download; it never opens as a page of the portal. */
export function saveFile(href: string, fileName = ''): void {
  const link = document.createElement('a')
  link.href = href
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}

/** How long the browser may read a saved file: it does not say when it has. */
const readWithinMs = 60_000

/** Saves a file that has arrived completely. */
export function saveArrived({ content, name }: { content: Blob; name: string }): void {
  const href = URL.createObjectURL(content)
  saveFile(href, name)
  setTimeout(() => URL.revokeObjectURL(href), readWithinMs)
}
