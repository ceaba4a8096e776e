import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyTemplate } from './template.ts'
import { freePorts, startChild } from './child.ts'
import { openVisitor } from './visitor.ts'

export interface Bare {
  origin: string
  /** Of a session that is signed in. */
  cookie: string
  stop(): Promise<void>
}

/** Starts the bare server, which sends `bytes`. */
export async function openBare(run: string, bytes: string): Promise<Bare> {
  const folder = mkdtempSync(join(run, 'bare-'))
  await copyTemplate(run, folder)
  const file = join(folder, 'bytes')
  writeFileSync(file, bytes)
  const [port = 0] = await freePorts(1)
  const origin = `http://127.0.0.1:${port}`
  const env = { NODE_ENV: 'production', PORT: String(port), DATA_DIR: join(folder, 'portal'), BYTES: file }
  const { stop } = await startChild({ file: 'tests/bench/bare-server.ts', env, readyAt: `${origin}/health` })
  const visitor = openVisitor(origin)
  await visitor.get('/sign-in')
  return { origin, cookie: visitor.cookie(), stop }
}
