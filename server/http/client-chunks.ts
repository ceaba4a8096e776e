import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Theme } from '../../schemas/shell.ts'

/** An entry of vite's manifest, by its key. */
interface Chunk {
  file: string
  src?: string
  isDynamicEntry?: boolean
  imports?: string[]
  css?: string[]
  /** Pictures and fonts. */
  assets?: string[]
}

type Manifest = Record<string, Chunk>

/** Addresses that a page loads in any case, and those that it needs for blocks of some kinds. */
export interface ChunkIndex {
  /** The files of a typeface, which the style sheets would name too late. */
  fontsFor(typeface: Theme['typeface']): string[]
  forKinds(kinds: ReadonlySet<string>): { scripts: string[]; styles: string[] }
}

const entry = 'index.html'

const fontFiles: Partial<Record<NonNullable<Theme['typeface']>, string>> = {
  humanist: 'source-sans-3-latin-wght-normal',
  serif: 'source-serif-4-latin-wght-normal',
}

/** Reads which files the blocks of the built client are in. A client without manifest preloads nothing. */
export function readChunks(folder: string): ChunkIndex {
  const file = join(folder, '.vite', 'manifest.json')
  if (!existsSync(file)) return { fontsFor: () => [], forKinds: () => ({ scripts: [], styles: [] }) }
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest // written by vite
  const loaded = withImports(manifest, [entry])
  const keyOfKind = new Map(
    Object.keys(manifest).flatMap((key) => {
      const kind = /^blocks\/(?:[a-z]+\/)?([a-z]+)\.tsx$/.exec(key)?.[1]
      return kind ? [[kind, key] as const] : []
    }),
  )
  return {
    fontsFor: (typeface = 'system') => {
      const name = fontFiles[typeface]
      const built = Object.values(manifest).flatMap(({ assets = [] }) => assets)
      return name ? built.filter((path) => path.includes(`/${name}-`)).map((path) => `/${path}`) : []
    },
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
