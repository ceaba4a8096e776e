import type { Entry } from '../../schemas/shell.ts'

interface Place {
  path: string
  /** Where the entry leads to which the screen belongs, if that is not the one above its route. */
  under?: string | undefined
}

/** Returns whether a screen is the page of an entry of the navigation, or one that belongs to it. */
export function placeOf({ do: action }: Pick<Entry, 'do'>, { path, under }: Place): 'page' | 'true' | undefined {
  if (action.type !== 'navigate') return undefined
  const target = pathOf(action.to)
  const here = pathOf(path)
  const belongs = under === undefined ? here === target || isBelow(here, target) : under === target
  if (!belongs) return undefined
  return here === target ? 'page' : 'true'
}

function isBelow(path: string, target: string): boolean {
  return target !== '/' && path.startsWith(`${target}/`)
}

function pathOf(route: string): string {
  return route.split(/[?#]/)[0] ?? route
}
