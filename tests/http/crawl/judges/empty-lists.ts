import { blocksOf } from '../crawl.ts'
import { opened, type Crawled, type Judge } from '../judge.ts'

export const emptyLists: Judge = {
  name: 'has a picture and a sentence wherever a list is empty',
  faultsIn: (crawled) =>
    emptyListsOn(crawled)
      .filter(({ empty }) => !empty.picture)
      .map(({ path, id }) => `${path}: ${id}`),
}

/** The lists and tables without a row. */
export function emptyListsOn(crawled: Pick<Crawled, 'pages'>) {
  return opened(crawled).flatMap(
    ({ path, body }) =>
      [...blocksOf(body, 'table'), ...blocksOf(body, 'list')]
        .filter(({ rows }) => Array.isArray(rows) && rows.length === 0)
        .map(({ id, empty }) => ({ path, id: String(id), empty: empty as { picture?: string } })), // as the schema of both kinds says
  )
}
