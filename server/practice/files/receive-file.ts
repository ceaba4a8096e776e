import type { Scan } from '../../gateways/scan/scan.ts'
import type { IncomingFile } from '../../protocol/definitions.ts'
import { acceptFile, type AcceptedFile } from './accept-file.ts'
import { createBufferPool } from './buffer-pool.ts'
import { mostBytes } from './file-types.ts'
import { spool } from './spool.ts'

/** A file that may be stored, with what its sender sent. */
export interface ReceivedFile extends AcceptedFile {
  /** The content as received, before an image was re-encoded. Valid until `use` has ended. */
  sent: Buffer
}

/**
 * Receives the whole of a file, checks it, and passes it on in its storable form. Throws `uploads.type`,
 * `uploads.virus`, `uploads.notScanned`, `uploads.tooLarge`, `uploads.empty`, `upload.*`, and what `use` throws.
 */
export type ReceiveFile = (
  file: Pick<IncomingFile, 'stream'>,
  how: { fileName: string; use: (received: ReceivedFile) => Promise<void> },
) => Promise<void>

/** Limits parallel files, because an image takes several times its size while it is re-encoded. */
const filesAtOnce = 2

/** Makes the place at which all files of people arrive (security.md, Uploads). */
export function createReceiveFile(scan: Scan): ReceiveFile {
  const withBuffer = createBufferPool({ count: filesAtOnce, bytes: mostBytes })
  return async ({ stream }, { fileName, use }) => {
    const spooled = await spool(stream)
    try {
      await withBuffer(async (buffer) => {
        const sent = await spooled.readInto(buffer)
        await use({ ...(await acceptFile(scan, { fileName, content: sent })), sent })
      })
    } finally {
      await spooled.close()
    }
  }
}
