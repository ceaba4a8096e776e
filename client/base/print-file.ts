import { saveFile } from './save-file.ts'

const frameId = 'printed-file'

/**
 * Prints a PDF of the server in a frame that nobody sees. A browser without a viewer saves it instead. Rejects if the
 * server does not return the file.
 */
export function printFile(href: string): Promise<void> {
  if (!navigator.pdfViewerEnabled) {
    saveFile(href)
    return Promise.resolve()
  }
  dropPrintedFile()
  const frame = document.createElement('iframe')
  frame.id = frameId
  frame.className = 'visually-hidden'
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  return new Promise((resolve, reject) => {
    frame.onload = () => {
      if (isShownFile(frame)) {
        frame.contentWindow?.print() // it stays in the page: removing it ends the printing
        resolve()
      } else {
        frame.remove()
        reject(new Error('the file did not come'))
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
