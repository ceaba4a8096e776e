// Node reads TypeScript in a thread only with a loader of its own. The entry is the one that inThread names.
import { workerData } from 'node:worker_threads'

if (workerData.entry.endsWith('.ts')) {
  const { register } = await import('tsx/esm/api')
  register()
}
await import(workerData.entry)
