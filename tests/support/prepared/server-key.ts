import { createHash } from 'node:crypto'
import { codeFiles, isTest } from '../../guards/repository.ts'

/** A hash of the sources of the server, without its tests. */
export function serverKey(): string {
  const hash = createHash('sha256')
  for (const { path, text } of codeFiles())
    if (path.startsWith('server/') && !isTest(path)) hash.update(`${path}\0${text}\0`)
  return hash.digest('hex').slice(0, 16)
}
