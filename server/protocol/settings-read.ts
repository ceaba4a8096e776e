import type { Setting, SettingDefinition, SettingValue, ValueOf } from '../licensees/settings/definition.ts'
import { staffRoles, type Principal } from './principal.ts'
import type { Rule } from './trace.ts'

/** Returns the values of a setting to try when screens are run over all combinations. */
export function valuesToTry(definition: SettingDefinition): SettingValue[] {
  switch (definition.type) {
    case 'boolean':
      return [true, false]
    case 'choice':
      return definition.options.map((option) => option.value)
    case 'list':
      return [definition.default, [], ...definition.options.map((option) => [option.value])]
    case 'number':
      return [definition.min, definition.max]
    case 'text':
      return ['', 'Some words']
    case 'colour':
      return ['#13607C', '#7A1F5C']
  }
}

/** A rule that reads more settings than can be tried in this many combinations is too complex. */
const mostTries = 2000

const known = new WeakMap<Rule, readonly Setting[]>()

/** Values to read instead of the defaults. */
type Tried = ReadonlyMap<Setting, SettingValue>

/** Returns every setting that a rule can read, found by trying the values of those it has read so far. */
export function settingsRead(rule: Rule): readonly Setting[] {
  const settings = known.get(rule) ?? probe(rule)
  known.set(rule, settings)
  return settings
}

function probe(rule: Rule): readonly Setting[] {
  const settings = new Set<Setting>()
  const tried = new Set<string>()
  const queue: Tried[] = [new Map()]
  for (let values = queue.shift(); values; values = queue.shift()) {
    const key = keyOf(values)
    if (tried.has(key)) continue
    tried.add(key)
    if (tried.size > mostTries) throw new Error(`the rule ${rule.name} reads too many settings to try them all`)
    for (const setting of readsOf(rule, values)) {
      settings.add(setting)
      if (values.has(setting)) continue
      for (const value of valuesToTry(setting)) queue.push(new Map([...values, [setting, value]]))
    }
  }
  return [...settings]
}

function keyOf(values: Tried): string {
  const named = [...values].map(([{ name }, value]) => [name, value] as const)
  return JSON.stringify(named.toSorted(([one], [other]) => one.localeCompare(other)))
}

const holder = { accountId: 0, login: '', firstName: '', lastName: '' }
const patient = { id: '', emrId: '', firstName: '', lastName: '' }
const principals: readonly (Principal | undefined)[] = [
  undefined,
  { ...holder, kind: 'patient', patient },
  { ...holder, kind: 'guardian', patient },
  { ...holder, kind: 'admin', roles: staffRoles },
  { kind: 'guest', guestId: '', licenseeId: '', patient, until: '' },
]
const clocks: readonly Date[] = [new Date(0), new Date('2100-01-01T00:00:00Z')]

/** Returns the settings that a rule reads with these values, independent of person and time. */
function readsOf(rule: Rule, values: Tried): Set<Setting> {
  const seen = new Set<Setting>()
  const setting = <S extends Setting>(each: S) => {
    seen.add(each)
    return (values.get(each) ?? each.default) as ValueOf<S> // from valuesToTry
  }
  for (const principal of principals) for (const clock of clocks) rule({ setting, now: () => clock, principal })
  return seen
}
