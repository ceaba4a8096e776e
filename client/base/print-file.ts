const frameId = 'printed-file'

/**
 * Prints a PDF of the server in a frame that nobody sees. Returns the text that the server sent instead, if it did not
 * send the file.
 */
export function printFile(href: string): Promise<string | undefined> {
  dropPrintedFile()
  const frame = document.createElement('iframe')
  frame.id = frameId
  frame.className = 'visually-hidden'
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  return new Promise((resolve) => {
    frame.onload = () => {
      if (isShownFile(frame)) {
        frame.contentWindow?.print() // it stays in the page: removing it ends the printing
        resolve(undefined)
      } else {
        const text = frame.contentDocument?.body.textContent
        frame.remove()
        resolve(text ?? '')
      }
    }
    frame.src = href
    document.body.append(frame)
  })
}

/** Removes the file that was printed last, which the page still contains. */
export function dropPrintedFile(): void {
  document.getElementById(frameId)?.remove()
}

/** False if the frame shows a problem of the server, which is JSON, or an error of the browser, instead of a file. */
export function isShownFile({ contentDocument }: HTMLIFrameElement): boolean {
  // Some browsers keep the document of their viewer to themselves.
  return contentDocument === null || contentDocument.contentType === 'application/pdf'
}
