import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../db/open.ts'
import type { Sandbox } from './practices.ts'
import type { DemoPractice } from './seed/demo-practice.ts'

type Routes = (sandbox: Sandbox) => FastifyPluginAsyncTypebox

/** One area of the record server: its routes, and its data of the demo practices. */
export interface Area {
  /** API calls, served under /{practice}/api. */
  routes?: readonly Routes[]
  /** Pages, files and photos, served under /{practice}. */
  pages?: readonly Routes[]
  /** Inserts the rows of a demo practice. The areas before this one in the list have already inserted theirs. */
  seed?: (db: Db, practice: DemoPractice) => Promise<void>
  /** What the demo practices have set about it: values of GetAdminSettingValue, by practice and name. */
  settings?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The folder of its own migrations, from `server/sandbox`. Their names begin with the name of the area, because names are unique across folders. */
  migrations?: string
}
