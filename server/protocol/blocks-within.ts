/** These members of blocks contain values of people or for people; nothing in them is a block. */
export const notBlocks = new Set(['schema', 'value', 'input'])

/** Returns id and kind of every block of a screen, also of nested ones and those in its dialogs. */
export function blocksWithin(screen: object): Map<string, string> {
  return new Map(
    partsWithin(screen).flatMap(({ id, kind }) =>
      typeof id === 'string' && typeof kind === 'string' ? [[id, kind]] : [],
    ),
  )
}

/** Returns the id of every block and of every part of one, such as a card or a tab. */
export function idsWithin(screen: object): Set<string> {
  return new Set(partsWithin(screen).flatMap(({ id }) => (typeof id === 'string' ? [id] : [])))
}

interface Part {
  id?: unknown
  kind?: unknown
}

function partsWithin(value: unknown): Part[] {
  if (Array.isArray(value)) return value.flatMap(partsWithin)
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).filter(([name]) => !notBlocks.has(name))
  return [value as Part, ...inner.flatMap(([, each]) => partsWithin(each))] // any object may have those members
}
