/** What the guard reads of `package.json`, of the project or of an installed package. */
export interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  license?: string
  repository?: string | { url: string }
}

/** What it reads of `package-lock.json`. */
export interface LockFile {
  packages: Record<string, Locked>
}

interface Locked {
  license?: string
  hasInstallScript?: boolean
  /** The commands that it provides, with their files. */
  bin?: Record<string, string>
  /** Of a folder of the repository: its packages for machines of one kind each. */
  optionalDependencies?: Record<string, string>
  /** It is a folder of the repository, not a package of the registry. */
  link?: boolean
}

export interface Project {
  /** The text of `docs/dependencies.md`. */
  document: string
  manifest: Manifest
  lock: LockFile
  /** Returns the manifest of an installed package; undefined for one that is for other machines than this. */
  installed: (name: string) => Manifest | undefined
}

type Row = Record<string, string>

/** Returns the rows of the table under a heading, each cell without the signs of code and links. */
export function rowsUnder(document: string, heading: string): Row[] {
  const [, section = ''] = document.split(`\n## ${heading}\n`)
  const [text = ''] = section.split('\n## ')
  const lines = text.split('\n').filter((line) => line.startsWith('|'))
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => withoutSigns(cell)),
  )
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
}

const withoutSigns = (cell: string) =>
  cell
    .replaceAll('`', '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()

const kinds = { 'In production': 'dependencies', 'In development': 'devDependencies' } as const
const beside = 'Beside another for the same job, because'

/** Direct dependencies without a row, rows without one, and rows that say something else than the package. */
export function wrongRows({ document, manifest, lock, installed }: Project): string[] {
  return Object.entries(kinds).flatMap(([heading, kind]) => {
    const names = Object.entries(manifest[kind] ?? {}).flatMap(([name, version]) => namesIn(name, version, lock))
    const rows = rowsUnder(document, heading)
    const listed = rows.map(({ Package = '' }) => Package)
    return [
      ...names.filter((name) => !listed.includes(name)).map((name) => `${name} has no row under ${heading}`),
      ...listed
        .filter((name, at) => !names.includes(name) || listed.indexOf(name) !== at)
        .map((name) => `${name}: a row too many under ${heading}`),
      ...rows.filter(({ Package = '' }) => names.includes(Package)).flatMap((row) => faultsOf(row, installed)),
    ]
  })
}

/** A dependency, or the packages that a folder of the repository names. */
function namesIn(name: string, version: string, { packages }: LockFile): string[] {
  const [, folder] = /^file:(.+)$/.exec(version) ?? []
  return folder === undefined ? [name] : Object.keys(packages[folder]?.optionalDependencies ?? {})
}

function faultsOf(row: Row, installed: Project['installed']): string[] {
  const { Package: name = '', Job, Purpose, Licence } = row
  const hasUse = Job && Purpose ? [] : [`${name}: no job or purpose`]
  const manifest = installed(name)
  if (!manifest) return hasUse
  const { license = 'none', repository } = manifest
  const keeper = repositoryOf(repository)
  return [
    ...hasUse,
    ...(Licence === license ? [] : [`${name}: its licence is ${license}`]),
    ...(row['Kept by'] === keeper ? [] : [`${name}: it is kept by ${keeper}`]),
  ]
}

/** The owner and the name of a repository, however a package writes its address. */
function repositoryOf(repository: Manifest['repository']): string {
  const address = typeof repository === 'string' ? repository : (repository?.url ?? '')
  return (
    /([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(address.replace(/(github\.com[/:][^/]+\/[^/]+)\/.*/, '$1'))?.[1] ?? 'none'
  )
}

/** Packages for a job that another one does too, if their rows do not say why one of them is not enough. */
export function unexplainedSeconds({ document }: Pick<Project, 'document'>): string[] {
  const firsts = new Map<string, string>()
  return Object.keys(kinds)
    .flatMap((heading) => rowsUnder(document, heading))
    .filter((row) => !row[beside])
    .flatMap(({ Package = '', Job = '' }) => {
      const first = firsts.get(Job)
      firsts.set(Job, first ?? Package)
      return first === undefined ? [] : [`${Package} and ${first}: both for ${Job}`]
    })
}

/** Packages, also those that come with others, whose licence is not allowed, and exceptions that nothing needs. */
export function refusedLicences({ document, lock }: Pick<Project, 'document' | 'lock'>): string[] {
  const general = rowsUnder(document, 'Licences').map(({ Licence }) => Licence)
  const exceptions = rowsUnder(document, 'Licences for some packages only').flatMap(({ Licence = '', Packages = '' }) =>
    Packages.split(', ').map((pattern) => ({ licence: Licence, pattern })),
  )
  const inFiles = rowsUnder(document, 'Licences that only a file names')
  const packages = packagesOf(lock)
  const refused = packages.flatMap(({ name, license }) => {
    const licence = license ?? inFiles.find(({ Package }) => Package === name)?.Licence ?? 'none'
    const allowed = (one: string) =>
      general.includes(one) || exceptions.some((each) => each.licence === one && matches(each.pattern, name))
    return isAllowed(licence, allowed) ? [] : [`${name}: ${licence}`]
  })
  const unused = [
    ...exceptions.filter(
      ({ licence, pattern }) =>
        !packages.some(({ name, license }) => matches(pattern, name) && license?.includes(licence)),
    ),
    ...inFiles
      .filter(({ Package }) => !packages.some(({ name, license }) => name === Package && !license))
      .map(({ Package = '' }) => ({ pattern: Package })),
  ]
  return [...refused, ...unused.map(({ pattern }) => `${pattern}: an exception that nothing needs`)]
}

/** Of licences joined by OR one is enough; of those joined by AND each is needed (SPDX expressions). */
function isAllowed(expression: string, allowed: (licence: string) => boolean): boolean {
  const written = expression.replaceAll(/[()]/g, '')
  return written.split(' OR ').some((part) => part.split(' AND ').every((licence) => allowed(licence)))
}

const matches = (pattern: string, name: string) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern

function packagesOf({ packages }: LockFile) {
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, each]) => ({ ...each, name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length) }))
}

/** Packages that run code while they are installed without a row, and rows without one. */
export function unnamedInstallScripts({ document, lock }: Pick<Project, 'document' | 'lock'>): string[] {
  const named = rowsUnder(document, 'Install scripts').map(({ Package = '' }) => Package)
  const running = packagesOf(lock).flatMap(({ name, hasInstallScript }) => (hasInstallScript ? [name] : []))
  return [
    ...running.filter((name) => !named.includes(name)).map((name) => `${name} runs code while it is installed`),
    ...named.filter((name) => !running.includes(name)).map((name) => `${name} runs nothing`),
  ]
}

/**
 * Packages that provide a command `node`. npm puts those commands before the system's, so that every script would run
 * on that Node. npm adds what a package provides to the lock file, and links only what stands there.
 */
export function nodeCommands({ lock }: Pick<Project, 'lock'>): string[] {
  return packagesOf(lock)
    .filter(({ bin }) => bin && 'node' in bin)
    .map(({ name }) => `${name}: remove its "bin" from package-lock.json and run npm ci`)
}
