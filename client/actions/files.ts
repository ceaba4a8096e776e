import { printFile } from '../base/print-file.ts'
import { saveArrived, saveFile } from '../base/save-file.ts'
import { Refused, refusalFrom } from '../model/failures.ts'
import type { Portal } from '../model/portal.ts'

/**
 * Saves a file of the server. A browser does not say why a download failed: so the page fetches a file that it can keep,
 * and rejects with Refused or Offline.
 */
export async function download({ source }: Portal, href: string, fileName?: string): Promise<void> {
  const file = await source.smallFile(href)
  if (file) saveArrived({ ...file, name: fileName ?? file.name })
  else saveFile(href, fileName)
}

/** Prints a file of the server; a browser without a viewer saves it. Rejects with Refused if it does not come. */
export async function print(portal: Portal, href: string): Promise<void> {
  if (!navigator.pdfViewerEnabled) return download(portal, href)
  const instead = await printFile(href)
  if (instead !== undefined) throw new Refused(refusalFrom(502, parsed(instead)))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
