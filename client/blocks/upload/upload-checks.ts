import type { BlockOf } from '../../../schemas/blocks.ts'

type Upload = BlockOf<'upload'>
type Reason = 'type' | 'size' | 'empty' | 'duplicate' | 'tooMany'

/** What a browser calls a file by its ending, where it has no type for it. */
const typesByEnding: ReadonlyMap<string, string> = new Map([
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
])

export function typeOf({ type, name }: Pick<File, 'type' | 'name'>): string {
  return type || (typesByEnding.get(name.split('.').at(-1)?.toLowerCase() ?? '') ?? '')
}

/** Why a file would be refused, so that nobody waits to hear it; the server looks again, at its bytes. */
export function reasonAgainst(
  file: Pick<File, 'type' | 'name' | 'size'>,
  { accept, maxBytes, maxFiles = Infinity }: Pick<Upload, 'accept' | 'maxBytes' | 'maxFiles'>,
  listed: readonly string[],
): Reason | undefined {
  if (!accept.includes(typeOf(file))) return 'type'
  if (file.size === 0) return 'empty'
  if (file.size > maxBytes) return 'size'
  if (listed.includes(file.name)) return 'duplicate'
  if (listed.length >= maxFiles) return 'tooMany'
  return undefined
}
