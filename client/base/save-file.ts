/** Saves a file of the server as a download; it never opens as a page of the portal. */
export function saveFile(href: string, fileName = ''): void {
  const link = document.createElement('a')
  link.href = href
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}
