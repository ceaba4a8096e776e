import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An entry of vite's manifest, by its key. */
interface Chunk {
  file: string
  src?: string
  isDynamicEntry?: boolean
  imports?: string[]
  css?: string[]
}

type Manifest = Record<string, Chunk>

/** Addresses that a page loads in any case, and those that it needs for blocks of some kinds. */
export interface ChunkIndex {
  forKinds(kinds: ReadonlySet<string>): { scripts: string[]; styles: string[] }
}

const entry = 'index.html'

/** Reads which files the blocks of the built client are in. A client without manifest preloads nothing. */
export function readChunks(folder: string): ChunkIndex {
  const file = join(folder, '.vite', 'manifest.json')
  if (!existsSync(file)) return { forKinds: () => ({ scripts: [], styles: [] }) }
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest // written by vite
  const loaded = withImports(manifest, [entry])
  const keyOfKind = new Map(
    Object.keys(manifest).flatMap((key) => {
      const kind = /^blocks\/(?:[a-z]+\/)?([a-z]+)\.tsx$/.exec(key)?.[1]
      return kind ? [[kind, key] as const] : []
    }),
  )
  return {
    forKinds: (kinds) => {
      const keys = [...kinds].flatMap((kind) => keyOfKind.get(kind) ?? [])
      const needed = [...withImports(manifest, keys)].filter((key) => !loaded.has(key)).map((key) => manifest[key])
      return {
        scripts: needed.flatMap((chunk) => (chunk ? [`/${chunk.file}`] : [])),
        styles: [...new Set(needed.flatMap((chunk) => chunk?.css ?? []))].map((name) => `/${name}`),
      }
    },
  }
}

/** These chunks and everything that they import statically. */
function withImports(manifest: Manifest, keys: readonly string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    withImports(manifest, manifest[key]?.imports ?? [], seen)
  }
  return seen
}

/** The kinds of all blocks within some content. */
export function kindsIn(content: unknown, kinds = new Set<string>()): Set<string> {
  if (typeof content !== 'object' || content === null) return kinds
  if ('kind' in content && typeof content.kind === 'string') kinds.add(content.kind)
  for (const part of Object.values(content)) kindsIn(part, kinds)
  return kinds
}
