import type { PlannedAppointment, PlannedProvider, PlannedRole } from './load-plan.ts'

/**
 * A provider without a role works where most of their encounters were. Providers of other files are returned as roles
 * without a title; they get a place if they still have none.
 */
export function planHomes(providers: PlannedProvider[], appointments: PlannedAppointment[]): PlannedRole[] {
  const byName = new Map(providers.flatMap((provider) => provider.names.map((name) => [name, provider] as const)))
  return [...homesOf(appointments)].flatMap(([name, home]) => {
    const provider = byName.get(name)
    if (!provider) return { names: [], otherNames: [], provider: name, jobTitle: '', places: [], otherwise: [home] }
    provider.otherwise = [home, ...provider.otherwise]
    return []
  })
}

/** If two places have equally many encounters, the first one wins. */
function homesOf(appointments: PlannedAppointment[]): Map<string, string> {
  const tallies = new Map<string, Map<string, number>>()
  for (const { provider, facility } of appointments) {
    if (!facility) continue
    const tally = tallies.get(provider) ?? new Map<string, number>()
    tallies.set(provider, tally.set(facility, (tally.get(facility) ?? 0) + 1))
  }
  return new Map([...tallies].map(([provider, tally]) => [provider, mostOf(tally)]))
}

const mostOf = (tally: Map<string, number>) => [...tally].reduce((most, next) => (next[1] > most[1] ? next : most))[0]
