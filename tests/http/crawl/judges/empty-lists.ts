import { blocksOf } from '../crawl.ts'
import { opened, type Judge } from '../judge.ts'

export const emptyLists: Judge = {
  name: 'has a picture and a sentence wherever a list is empty',
  faultsIn: (crawled) =>
    opened(crawled).flatMap(({ path, body }) =>
      [...blocksOf(body, 'table'), ...blocksOf(body, 'list')]
        .filter(({ rows }) => Array.isArray(rows) && rows.length === 0)
        .filter(({ empty }) => !(empty as { picture?: string }).picture) // as the schema of both kinds says
        .map(({ id }) => `${path}: ${String(id)}`),
    ),
}
