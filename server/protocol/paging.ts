import Type, { type TOptional, type TString } from 'typebox'
import type { BlockOf } from '../../schemas/blocks.ts'
import { withQuery } from './path.ts'

const Text = Type.Optional(Type.String({ maxLength: 20 }))

/** The query parameters of a list that has pages. */
export const pageParameters = { page: Text, size: Text }

type PageParameter<L extends string> = `${L}Page` | `${L}Size`

/** The same for one of several lists of a screen: `visitsPage`, `visitsSize`. */
export function pageParametersOf<L extends string>(list: L): Record<PageParameter<L>, TOptional<TString>> {
  const parameters = { [`${list}Page`]: Text, [`${list}Size`]: Text }
  return parameters as Record<PageParameter<L>, TOptional<TString>> // a computed key has the type string
}

/** The query of a screen as that of one of its lists. */
export function pageQueryOf<L extends string>(query: { [P in PageParameter<L>]?: string }, list: L): PageQuery {
  return { page: query[`${list}Page`], size: query[`${list}Size`] }
}

export interface PageQuery {
  page?: string | undefined
  size?: string | undefined
}

/** A page of a list, before the list is known. */
export interface PageRequest {
  /** The first page is 1. */
  page: number
  /** One of `sizes`. */
  size: number
  /** What a person can choose. */
  sizes: readonly number[]
}

const lastPage = 10_000

/** Returns the first page, and the usual size, for anything else than a number that is offered. */
export function pageRequestOf(query: PageQuery, sizes: readonly number[], usual = sizes[0] ?? 10): PageRequest {
  const page = Number(query.page)
  const size = Number(query.size)
  return {
    page: Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1,
    size: sizes.includes(size) ? size : usual,
    sizes,
  }
}

/** Returns the number of the last page; 1 if there is nothing. */
export function lastPageOf(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

export interface PageOf<T> extends PageRequest {
  rows: readonly T[]
  total: number
}

/** Cuts a page out of a whole list: the last one for a request beyond it. */
export function cutPage<T>(all: readonly T[], request: PageRequest): PageOf<T> {
  const page = Math.min(request.page, lastPageOf(all.length, request.size))
  return { ...request, page, total: all.length, rows: all.slice((page - 1) * request.size, page * request.size) }
}

/**
 * The member `paging` of a table whose page stands in the address `here`; nothing for a list of one page. `list` is the
 * name of one of several lists of a screen.
 */
export function pagingOf(
  { page, size, sizes, total }: PageRequest & { total: number },
  here: string,
  list?: string,
): Pick<BlockOf<'table'>, 'paging'> {
  if (total <= Math.min(...sizes)) return {}
  const names = list === undefined ? { page: 'page', size: 'size' } : { page: `${list}Page`, size: `${list}Size` }
  return {
    paging: {
      page,
      size,
      total,
      sizes: [...sizes],
      toPage: { type: 'navigate', to: withQuery(here, { [names.size]: size }), parameter: names.page },
      toSize: { type: 'navigate', to: here, parameter: names.size },
    },
  }
}

/** The region that shows a page of a list. */
export function pagedRegion(id: string, region: string, { page, size }: PageRequest): BlockOf<'region'> {
  return { kind: 'region', id, src: withQuery(region, { page, size }), shape: 'table' }
}
