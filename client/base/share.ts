/**
 * Returns `next`, reusing every part of `before` that is equal. Unchanged parts keep their identity, so React renders
 * only what changed.
 */
export function share<T>(before: unknown, next: T): T {
  if (Object.is(before, next)) return next
  if (Array.isArray(before) && Array.isArray(next)) return shareList(before, next) as T // same shape as `next`
  if (isRecord(before) && isRecord(next)) return shareRecord(before, next) as T // same shape as `next`
  return next
}

function shareList(before: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const shared = next.map((part, at) => share(partBefore(before, part, at), part))
  return shared.length === before.length && shared.every((part, at) => part === before[at]) ? before : shared
}

// Blocks, rows and times have an id, so a part that moved within its list is matched by id.
function partBefore(before: readonly unknown[], part: unknown, at: number): unknown {
  const same = before[at]
  if (!isRecord(part) || !('id' in part) || (isRecord(same) && same.id === part.id)) return same
  return before.find((each) => isRecord(each) && each.id === part.id)
}

function shareRecord(before: Record<string, unknown>, next: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(next)
  const shared = Object.fromEntries(names.map((name) => [name, share(before[name], next[name])]))
  const same =
    names.length === Object.keys(before).length &&
    names.every((name) => name in before && shared[name] === before[name])
  return same ? before : shared
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
