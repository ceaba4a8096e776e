import type { BlockOf } from '../../../schemas/blocks.ts'
import { fileSize } from '../../../schemas/file-size.ts'

type ThreadFile = NonNullable<BlockOf<'thread'>['entries'][number]['files']>[number]

interface ShownFile {
  id: string
  name: string
  bytes: number
  href: string
}

/** The files of a message in a conversation; nothing where there are none. */
export function threadFiles(message: string, files: readonly ShownFile[]): { files?: ThreadFile[] } {
  if (files.length === 0) return {}
  return {
    files: files.map(({ id, name, bytes, href }) => ({
      id: `file-${message}-${id}`,
      label: name,
      size: fileSize(bytes),
      href,
    })),
  }
}

/** `1 attachment` or `2 attachments`; empty for none. */
export function attachmentsText(count: number): string {
  if (count === 0) return ''
  return count === 1 ? '1 attachment' : `${count} attachments`
}
