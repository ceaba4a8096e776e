/**
 * Reports what a newer contract changes for programs written for an older one (protocol.md, Evolution): kinds and
 * optional members may be added; types and meanings stay.
 */
type Weight = 'breaking' | 'additive' | 'cosmetic'

export interface Change {
  weight: Weight
  /** The name of the schema and the place in it. */
  at: string
  what: string
}

type Json = Record<string, unknown>
/** Schemas by name. */
export type Contract = Record<string, Json>

interface Pair {
  at: string
  old: Json
  now: Json
}

export function compareContracts(old: Contract, now: Contract): Change[] {
  return namesOf(old, now).flatMap((name) => {
    const [before, after] = [old[name], now[name]]
    if (!after) return [breaking(name, 'the schema was removed')]
    if (!before) return [additive(name, 'the schema was added')]
    return compareSchemas({ at: name, old: before, now: after })
  })
}

function compareSchemas(pair: Pair): Change[] {
  const { at, old, now } = pair
  const [choicesBefore, choicesNow] = [choicesOf(old), choicesOf(now)]
  const words = wordsChanged(pair)
  if (choicesBefore && choicesNow) return [...words, ...compareChoices(at, { old: choicesBefore, now: choicesNow })]
  if (isUnion(old) || isUnion(now)) return [...words, ...compareAlternatives(pair)]
  if (choicesNow) return [...words, breaking(at, 'only some values are left')]
  if (choicesBefore) return [...words, additive(at, 'other values are possible')]
  return [...words, ...comparePlain(pair)]
}

function comparePlain(pair: Pair): Change[] {
  return [
    ...compareTypes(pair),
    ...compareMembers(pair),
    ...compareLimits(pair),
    ...compareInner(pair),
    ...compareOthers(pair),
  ]
}

// ---- values

/** Returns the possible values, if a schema lists them: `const`, `enum`, or a union of those. */
function choicesOf(schema: Json): unknown[] | undefined {
  if ('const' in schema) return [schema.const]
  if (Array.isArray(schema.enum)) return schema.enum as unknown[]
  const parts = alternativesOf(schema)
  if (parts.length === 0) return undefined
  const values = parts.map(choicesOf)
  return values.every((each) => each !== undefined) ? values.flat() : undefined
}

function compareChoices(at: string, { old, now }: { old: unknown[]; now: unknown[] }): Change[] {
  const removed = old.filter((value) => !now.includes(value))
  const added = now.filter((value) => !old.includes(value))
  if (isMinorVersion(at, { removed, added })) return [additive(at, `version ${String(added[0])}`)]
  return [
    ...removed.map((value) => breaking(at, `the value ${JSON.stringify(value)} was removed`)),
    ...added.map((value) => additive(at, `the value ${JSON.stringify(value)} was added`)),
  ]
}

/** The contract's own version may increase within its major number. */
function isMinorVersion(at: string, { removed, added }: { removed: unknown[]; added: unknown[] }): boolean {
  const [before, after] = [removed[0], added[0]]
  const areTexts = typeof before === 'string' && typeof after === 'string'
  return at.endsWith('.protocol') && areTexts && before.split('.')[0] === after.split('.')[0]
}

// ---- unions

function alternativesOf(schema: Json): Json[] {
  return (schema.anyOf ?? schema.oneOf ?? []) as Json[] // a union lists schemas
}

function isUnion(schema: Json): boolean {
  return alternativesOf(schema).length > 0
}

function compareAlternatives({ at, old, now }: Pair): Change[] {
  const before = keyed(isUnion(old) ? alternativesOf(old) : [old])
  const after = keyed(isUnion(now) ? alternativesOf(now) : [now])
  return namesOf(before, after).flatMap((key) => {
    const [was, is] = [before[key], after[key]]
    if (!is) return [breaking(at, `${key} was removed`)]
    if (!was) return [additive(at, `${key} was added`)]
    return compareSchemas({ at: `${at}(${key})`, old: was, now: is })
  })
}

function alternativeName(schema: Json): string {
  if (schema.$ref === undefined && 'const' in schema) return JSON.stringify(schema.const)
  const name = schema.$ref ?? schema.type ?? 'anything'
  return typeof name === 'string' ? name : JSON.stringify(name)
}

/** Alternatives have no names, so the key is what they refer to, their value, or their type and position. */
function keyed(alternatives: Json[]): Record<string, Json> {
  const turns = new Map<string, number>()
  return Object.fromEntries(
    alternatives.map((schema) => {
      const name = alternativeName(schema)
      const turn = (turns.get(name) ?? 0) + 1
      turns.set(name, turn)
      return [turn === 1 ? name : `${name} ${turn}`, schema]
    }),
  )
}

// ---- objects

function compareTypes({ at, old, now }: Pair): Change[] {
  const [before, after] = [typesOf(old), typesOf(now)]
  if (old.$ref !== now.$ref) return [breaking(at, `refers to ${String(now.$ref)} instead of ${String(old.$ref)}`)]
  const lost = before.filter((type) => !after.includes(type))
  const won = after.filter((type) => !before.includes(type))
  if (before.length === 0 && won.length > 0) return [breaking(at, `must be ${won.join(' or ')}`)]
  return [
    ...lost.map((type) => breaking(at, `may no longer be ${type}`)),
    ...won.map((type) => additive(at, `may also be ${type}`)),
  ]
}

function typesOf({ type }: Json): string[] {
  return type === undefined ? [] : ([type].flat() as string[]) // one name or a list of names
}

function compareMembers({ at, old, now }: Pair): Change[] {
  const [before, after] = [recordIn(old.properties), recordIn(now.properties)]
  const [neededBefore, neededNow] = [listIn(old.required), listIn(now.required)]
  return namesOf(before, after).flatMap((name) => {
    const place = `${at}.${name}`
    const [was, is, must] = [before[name], after[name], neededNow.includes(name)]
    if (!is) return [breaking(place, 'was removed')]
    if (!was) return [must ? breaking(place, 'was added and is required') : additive(place, 'was added')]
    const turned =
      must === neededBefore.includes(name) ? [] : [breaking(place, must ? 'became required' : 'became optional')]
    return [...turned, ...compareSchemas({ at: place, old: was, now: is })]
  })
}

const holders = ['items', 'additionalProperties', 'not', 'if', 'then', 'else'] as const

function compareInner({ at, old, now }: Pair): Change[] {
  const named = holders.flatMap((holder) =>
    compareHolder({ at: `${at}/${holder}`, old: old[holder], now: now[holder] }),
  )
  const [before, after] = [recordIn(old.patternProperties), recordIn(now.patternProperties)]
  const patterns = namesOf(before, after).flatMap((name) =>
    compareHolder({ at: `${at}/${name}`, old: before[name], now: after[name] }),
  )
  return [...named, ...patterns]
}

/** Compares schemas under a keyword that may also hold `false` or be absent. */
function compareHolder({ at, old, now }: { at: string; old: unknown; now: unknown }): Change[] {
  const isFree = (value: unknown) => value === undefined || value === true
  if (isRecord(old) && isRecord(now)) return compareSchemas({ at, old, now })
  if (old === now || (isFree(old) && isFree(now))) return []
  return isFree(now) || old === false ? [additive(at, 'is freer')] : [breaking(at, 'is narrower')]
}

// ---- limits and everything else

const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const wordKeywords = ['title', 'description', 'examples', '$comment']
const compared = new Set<string>([
  ...lower,
  ...upper,
  ...wordKeywords,
  ...holders,
  '$id',
  '$ref',
  'type',
  'properties',
  'required',
  'patternProperties',
  'const',
  'enum',
  'anyOf',
  'oneOf',
])

function compareLimits({ at, old, now }: Pair): Change[] {
  return [...lower, ...upper].flatMap((keyword) => {
    const free = lower.includes(keyword) ? -Infinity : Infinity
    const [before, after] = [Number(old[keyword] ?? free), Number(now[keyword] ?? free)]
    if (before === after) return []
    const isTighter = lower.includes(keyword) ? after > before : after < before
    return [isTighter ? breaking(at, `${keyword} is tighter`) : additive(at, `${keyword} is wider`)]
  })
}

/** `pattern`, `format` and other keywords: their compatibility cannot be computed, so any change counts as breaking. */
function compareOthers({ at, old, now }: Pair): Change[] {
  const others = namesOf(old, now).filter((keyword) => !compared.has(keyword) && differ(old[keyword], now[keyword]))
  return others.map((keyword) => breaking(at, `${keyword} changed`))
}

function wordsChanged({ at, old, now }: Pair): Change[] {
  const changed = wordKeywords.filter((keyword) => differ(old[keyword], now[keyword]))
  return changed.map((keyword): Change => ({ weight: 'cosmetic', at, what: `${keyword} changed` }))
}

// ---- small things

function breaking(at: string, what: string): Change {
  return { weight: 'breaking', at, what }
}
function additive(at: string, what: string): Change {
  return { weight: 'additive', at, what }
}
function namesOf(one: Json, other: Json): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
}
function differ(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other)
}
function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
function recordIn(value: unknown): Record<string, Json> {
  return isRecord(value) ? (value as Record<string, Json>) : {} // maps names to schemas
}
function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}
