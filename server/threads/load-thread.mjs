// Loads the source of a thread while the server is not built: Node reads TypeScript in a thread only with a loader of its own.
import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
await import(workerData.entry)
