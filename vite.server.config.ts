import { cpSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** What is started by name: the portal, the commands of operators, and threads. */
const entries = [
  'main',
  'migrate-only',
  'import-accounts',
  'invite-owner',
  'practice-load',
  'rotate-secrets',
  'verify-audit',
  'ccda/ccda-thread',
  'sheets/draw-sheet',
  'gateways/emr/parse-answer',
]

/** Packages with native code or WASM, or that read files beside their own code. */
const external = ['@electric-sql/pglite', '@node-rs/argon2', 'sharp', 'pdfkit', '@fastify/swagger-ui']

function migrations(): Plugin {
  return {
    name: 'migrations',
    writeBundle({ dir = '' }) {
      const sources = join(import.meta.dirname, 'server')
      for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' }))
        if (name.endsWith('.sql')) cpSync(join(sources, name), join(dir, name))
    },
  }
}

/** All of the code lies side by side, as `server/places.ts` expects. */
export default defineConfig({
  plugins: [migrations()],
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(entries.map((path) => [basename(path), `server/${path}.ts`])),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', sourcemapExcludeSources: true },
    },
  },
  ssr: { noExternal: true, external },
})
