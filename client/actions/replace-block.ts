import type { Block } from '../../schemas/blocks.ts'

/** Returns `content` with the block of that id replaced at any depth; the same content if it has no such block. */
export function replaceBlock<T>(content: T, id: string, block: Block): T {
  return replaced(content, id, block) as T // replacing a block by a block keeps the type
}

function replaced(part: unknown, id: string, block: Block): unknown {
  if (typeof part !== 'object' || part === null) return part
  if ('kind' in part && 'id' in part && part.id === id) return block
  if (Array.isArray(part))
    return sameOr(
      part,
      part.map((each) => replaced(each, id, block)),
    )
  const changed = Object.entries(part).map(([name, value]) => [name, replaced(value, id, block)] as const)
  return changed.every(([name, value]) => value === Reflect.get(part, name)) ? part : Object.fromEntries(changed)
}

function sameOr(before: unknown[], next: unknown[]): unknown[] {
  return next.every((each, at) => each === before[at]) ? before : next
}
