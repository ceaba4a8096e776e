/** Lets the browser save what the server sends; it never becomes a page of the portal. */
export function saveFile(href: string, fileName = ''): void {
  const link = document.createElement('a')
  link.href = href
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}
