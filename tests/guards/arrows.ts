import { posix } from 'node:path'
import { isTest, type RepositoryFile } from './repository.ts'
import { readSyntax, type Import } from './syntax.ts'

interface Arrows {
  /** The files the rule applies to. The first rule whose pattern matches a path counts. */
  of: RegExp
  /** Files of the repository that may be imported. `$1` is what the first group of `of` matched. */
  may: string[]
  /** As `may`, but only their types. */
  mayType?: string[]
  /** Libraries; without it, every library in package.json. */
  packages?: RegExp
}

/** What a store builds on: the handle, the rows of a query, the tables, and how a query failed. */
const store = [
  'server/db/open\\.ts',
  'server/db/rows\\.ts',
  'server/db/schema\\.ts',
  'server/db/is-taken\\.ts',
  'server/db/in-transaction\\.ts',
]
const handle = ['server/db/open\\.ts']
/** Thrown by the gateways of mail, Direct messages and SMS, read by those who send. */
const deliveryError = 'server/gateways/delivery-error\\.ts'
/** Read by a gateway and by the check of what people type. */
const cardNumbers = 'server/card-numbers\\.ts'
/** Recognizes and inspects PDFs: among what people send, and among what the record server sends. */
const pdf = 'server/pdf/.*'
/** Compares names wherever one is looked up: in the portal, and by the record server of the sandbox. */
const comparedNames = 'schemas/compared-name\\.ts'
/** Reads phone numbers wherever one is written: typed by people, and in files of records. */
const phoneNumbers = 'schemas/phone-number\\.ts'
/** Where the server's own files are: migrations, and the entries of threads. */
const places = 'server/places\\.ts'
/** Defines jobs; only the app assembly runs them. */
const definitionOfJobs = 'server/jobs/job\\.ts'
/** Reads tables: of accounts, and of pharmacies. */
const tables = 'server/read-csv\\.ts'
/** What features and their shared core build on. */
const shared = [
  'server/practice/.*',
  'server/protocol/.*',
  'server/licensees/.*',
  'server/sheets/.*',
  'server/ccda/.*',
  'server/threads/.*',
  'schemas/.*',
  'server/gateways/[^/]+/[^/]+\\.errors\\.ts',
  deliveryError,
  definitionOfJobs,
]
const typesOfServices = ['server/outbox/outbox\\.ts', 'server/jobs/jobs\\.ts', 'server/services\\.ts']
/** Calls and types of an area of the record server, not the schemas of what it receives. */
const areaOfRecords = 'server/gateways/emr/([^/]+)/\\1\\.ts'
const commonToAreas = [
  'server/gateways/emr/[^/]+\\.ts',
  'server/gateways/emr/wire/.*',
  'server/threads/.*',
  places,
  pdf,
]
/** Imports the checks that the server compiled; their address comes with the screen. */
const checksOfForms = 'client/forms/validator.ts'
const scanErrors = 'server/gateways/scan/scan\\.errors\\.ts'
const emrErrors = 'server/gateways/emr/emr\\.errors\\.ts'
const ownLibraries = { packages: /^typebox(\/|$)/ }

/** From bottom to top: each layer imports only itself and those before it. */
const clientLayers = ['base', 'model', 'actions', 'render', 'parts', 'forms', 'blocks', 'shell']
/**
 * The compiled checks of forms need a few of Ajv's runtime functions, which the client supplies (protocol.md, Forms).
 */
const clientLibraries =
  /^(react(-dom)?|antd|dayjs|@rjsf\/[a-z0-9-]+|socket\.io-client|simple-peer|@ant-design\/icons|@simplewebauthn\/browser|ajv\/dist\/runtime|ajv-formats\/dist)(\/|$)/

/** Who may import whom (ARCHITECTURE.md). Server folders are listed from the core outward. */
const arrows: Arrows[] = [
  { of: /^schemas\//, may: ['schemas/.*'], ...ownLibraries },
  ...clientLayers.map((layer, height) => ({
    of: new RegExp(`^client/${layer}/`),
    may: [
      ...clientLayers.slice(0, height + 1).map((below) => `client/${below}/.*`),
      'client/styles/.*\\.css',
      ...(height > 0 ? ['schemas/.*'] : []), // the base does not know the protocol
    ],
    packages: clientLibraries,
  })),
  { of: /^client\/[^/]+$/, may: ['client/.*', 'schemas/.*'], packages: clientLibraries },
  {
    of: /^server\/features\.ts$/,
    may: ['server/features/([^/]+)/[^/]+\\.feature\\.ts'],
    mayType: ['server/(protocol|services).*'],
  },
  // The assembly names no feature; features.ts alone lists them.
  { of: /^server\/[^/]+\.ts$/, may: ['server/(?!features/).*', 'schemas/.*'] },
  // The HISP of the sandbox speaks the same protocol, from the other end.
  {
    of: /^server\/sandbox\/direct\//,
    may: [
      'server/sandbox/.*',
      'server/gateways/direct/(smime|mdn|trust-folder|folder-source|find-certificates|direct\\.errors)\\.ts',
      'server/gateways/mail/create-mail\\.ts',
    ],
  },
  { of: /^server\/sandbox\//, may: ['server/sandbox/.*', 'server/db/(open|migrate|rows)\\.ts', places, comparedNames] },
  {
    of: /^server\/practice-loader\//,
    may: [
      'server/practice-loader/.*',
      'server/sandbox/.*',
      'server/db/.*',
      'server/ccda/.*',
      places,
      comparedNames,
      phoneNumbers,
      tables,
    ],
  },
  { of: /^server\/db\//, may: ['server/db/.*', 'server/config\\.ts'] },
  { of: /^server\/gateways\/emr\/areas\.ts$/, may: ['server/gateways/emr/area\\.ts', areaOfRecords] },
  { of: /^server\/gateways\/emr\/(wire\/)?[^/]+$/, may: commonToAreas },
  {
    of: /^server\/gateways\/emr\/([^/]+)\//,
    may: ['server/gateways/emr/$1/.*', areaOfRecords, ...commonToAreas],
  },
  // Direct messages go by SMTP too.
  {
    of: /^server\/gateways\/direct\//,
    may: ['server/gateways/direct/.*', 'server/gateways/mail/(mail|create-mail)\\.ts', deliveryError],
  },
  {
    of: /^server\/gateways\/([^/]+)\//,
    may: ['server/gateways/$1/.*', deliveryError, cardNumbers, 'server/config\\.ts'],
  },
  { of: /^server\/gateways\/delivery-error\.ts$/, may: [] },
  { of: /^server\/licensees\/.*\.store\.ts$/, may: ['server/licensees/.*', 'server/config\\.ts', ...store] },
  {
    of: /^server\/licensees\//,
    may: ['server/licensees/.*', 'server/config\\.ts', 'schemas/.*'],
    mayType: handle,
  },
  { of: /^server\/protocol\/.*-store\.ts$/, may: ['server/protocol/.*', 'schemas/.*', ...store] },
  {
    of: /^server\/protocol\//,
    may: ['server/protocol/.*', 'server/licensees/.*', 'schemas/.*', cardNumbers, definitionOfJobs],
    mayType: handle,
  },
  {
    of: /^server\/http\/.*-store\.ts$/,
    may: ['server/http/.*', 'server/protocol/.*', 'server/config\\.ts', ...store],
  },
  {
    of: /^server\/http\//,
    may: ['server/http/.*', 'server/protocol/.*', 'server/licensees/.*', 'server/config\\.ts', 'schemas/.*'],
    mayType: [...handle, 'server/encryption\\.ts'],
  },
  { of: /^server\/practice\/.*\.store\.ts$/, may: ['server/practice/.*', ...store] },
  {
    of: /^server\/practice\//,
    may: [
      'server/practice/.*',
      'server/protocol/.*',
      'server/licensees/.*',
      'schemas/.*',
      scanErrors,
      emrErrors,
      pdf,
      definitionOfJobs,
    ],
    mayType: [...handle, 'server/gateways/.*', 'server/encryption\\.ts'],
  },
  { of: /^server\/pdf\//, may: ['server/pdf/.*'] },
  { of: /^server\/threads\//, may: ['server/threads/.*', places] },
  { of: /^server\/sheets\//, may: ['server/sheets/.*', 'server/threads/.*', places, 'schemas/.*'] },
  { of: /^server\/ccda\//, may: ['server/ccda/.*', 'server/sheets/.*', 'server/threads/.*', places, pdf] },
  { of: /^server\/jobs\/.*\.store\.ts$/, may: ['server/jobs/.*', ...store] },
  { of: /^server\/jobs\//, may: ['server/jobs/.*'], mayType: handle },
  { of: /^server\/outbox\/.*\.store\.ts$/, may: ['server/outbox/.*', ...store] },
  {
    of: /^server\/outbox\//,
    may: ['server/outbox/.*', definitionOfJobs, deliveryError],
    mayType: [...handle, 'server/gateways/.*', 'server/jobs/jobs\\.ts'],
  },
  {
    of: /^server\/identity\/.*\.store\.ts$/,
    may: ['server/identity/.*', 'server/encryption\\.ts', ...shared, ...store],
  },
  {
    of: /^server\/identity\//,
    may: ['server/identity/.*', tables, ...shared],
    mayType: [...handle, 'server/gateways/.*', ...typesOfServices],
  },
  { of: /^server\/features\/[^/]+\/schema\.ts$/, may: ['server/db/columns\\.ts'], packages: /^drizzle-orm\// },
  {
    of: /^server\/features\/([^/]+)\/.*\.store\.ts$/,
    may: ['server/features/$1/.*', 'server/identity/.*', ...shared, ...handle],
    mayType: ['server/gateways/.*'],
  },
  {
    of: /^server\/features\/([^/]+)\//,
    may: ['server/features/$1/(?!schema\\.ts$).*', 'server/identity/.*', ...shared],
    mayType: [...handle, 'server/gateways/.*', ...typesOfServices],
  },
]

/** Returns the imports that the table does not allow, each with its place. */
export function wrongArrows(files: readonly RepositoryFile[], dependencies: readonly string[]): string[] {
  return files
    .filter(({ path }) => !isTest(path))
    .flatMap((file) => {
      const rule = arrows.find(({ of }) => of.test(file.path))
      if (!rule) return [`${file.path}: no rule says what may be imported here`]
      return readSyntax(file).imports.flatMap((each) => refusal(file.path, { rule, each, dependencies }))
    })
}

interface Case {
  rule: Arrows
  each: Import
  dependencies: readonly string[]
}

function refusal(path: string, { rule, each, dependencies }: Case): string[] {
  const { specifier, line } = each
  const at = `${path}:${line} imports ${specifier}`
  if (specifier.startsWith('(')) return path === checksOfForms ? [] : [at]
  if (specifier.startsWith('node:')) return rule.packages ? [at] : []
  if (!specifier.startsWith('.')) return allowsPackage(rule, { specifier, dependencies }) ? [] : [at]
  if (!/\.(tsx?|css|json)$/.test(specifier)) return [`${at} without its ending`]
  const target = posix.join(posix.dirname(path), specifier)
  const feature = rule.of.exec(path)?.[1] ?? ''
  const allowed = [...rule.may, ...(each.typeOnly ? (rule.mayType ?? []) : [])]
  const matches = allowed.some((pattern) => new RegExp(`^${pattern.replace('$1', feature)}$`).test(target))
  return matches && !isTest(target) ? [] : [at]
}

function allowsPackage(
  { packages }: Arrows,
  { specifier, dependencies }: Pick<Case, 'dependencies'> & { specifier: string },
): boolean {
  if (packages && !packages.test(specifier)) return false
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  return dependencies.includes(name)
}
