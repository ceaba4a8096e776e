import type { BlockOf } from '../../schemas/blocks.ts'
import { comparedName } from '../../schemas/compared-name.ts'

type Upload = BlockOf<'upload'>
type Reason = 'type' | 'size' | 'empty' | 'duplicate' | 'tooMany'

/** Media types by file extension, for browsers that give a file no type. */
const typesByEnding: ReadonlyMap<string, string> = new Map([
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
])

export function typeOf({ type, name }: Pick<File, 'type' | 'name'>): string {
  return type || (typesByEnding.get(name.split('.').at(-1)?.toLowerCase() ?? '') ?? '')
}

/**
 * Returns why a file would be refused, so that the user need not wait for the upload; the server checks the bytes
 * again.
 */
function reasonAgainst(
  file: Pick<File, 'type' | 'name' | 'size'>,
  { accept, maxBytes, maxFiles = Infinity }: Pick<Upload, 'accept' | 'maxBytes' | 'maxFiles'>,
  listed: readonly string[],
): Reason | undefined {
  if (!accept.includes(typeOf(file))) return 'type'
  if (file.size === 0) return 'empty'
  if (file.size > maxBytes) return 'size'
  const name = comparedName(file.name)
  if (listed.some((each) => comparedName(each) === name)) return 'duplicate'
  if (listed.length >= maxFiles) return 'tooMany'
  return undefined
}

/** Splits files into those that can be sent and the others, each with the reason. */
export function sortFiles(
  files: readonly File[],
  { limits, listed }: { limits: Pick<Upload, 'accept' | 'maxBytes' | 'maxFiles'>; listed: readonly string[] },
): { taken: File[]; refused: { name: string; reason: Reason }[] } {
  const taken: File[] = []
  const refused: { name: string; reason: Reason }[] = []
  for (const file of files) {
    const reason = reasonAgainst(file, limits, [...listed, ...taken.map(({ name }) => name)])
    if (reason) refused.push({ name: file.name, reason })
    else taken.push(file)
  }
  return { taken, refused }
}
