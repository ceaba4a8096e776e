import { portalJobs } from '../../../server/app.ts'
import { demoLicensees } from '../../../server/demo.ts'
import { features } from '../../../server/features.ts'
import type { Work } from '../../../server/jobs/job.ts'
import type { PreparedJob } from './prepared-jobs.ts'

/** Prints the jobs of the portal that have a queue. Nothing runs: a job only keeps the services that it is made with. */
const nothing: unknown = new Proxy(() => nothing, { get: () => nothing })
/** The list of practices is real, and stays when a feature copies its services: there is a part of a job for each. */
const licensees = demoLicensees(9)
const services = new Proxy(
  { licensees },
  { get: (own, name) => (name === 'licensees' ? own.licensees : nothing) },
) as never // every service, as far as features look while they are made
const works: Work[] = [...portalJobs(services), ...features.flatMap((make) => make(services).jobs)]
const queues = works.flatMap((work): PreparedJob[] => {
  if (work.kind === 'job') return [{ kind: 'job', name: work.name, keyed: work.keyed }]
  return work.inEveryProcess
    ? []
    : [
        {
          kind: 'recurring',
          name: work.name,
          practices: work.parts.map(({ licensee }) => licensee ?? null),
        },
      ]
})
process.stdout.write(JSON.stringify(queues))
