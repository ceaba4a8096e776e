import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Compresses every asset once, so that the server need not do it with every answer. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets')
      for (const name of readdirSync(assets).filter((file) => /\.(js|css|svg)$/.test(file))) {
        const file = join(assets, name)
        const content = readFileSync(file)
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
        writeFileSync(`${file}.br`, brotliCompressSync(content))
      }
    },
  }
}

/** What nearly every screen needs, in one file: a page that loads thirty small ones waits for each of them. */
const everywhere =
  /\/client\/(base|model|actions\/(?!send-credential)|render|blocks\/(action|facts|figure|grid|image|list|notice|region|section|stack|table|tabs|text|tiles)[./]|parts\/(button|disclosure|form-coming|icon|paging|picture|plain-words|row-actions|skeleton|spinner|words)|shell\/(?!dialog|notice|question|live))|\/@ant-design\/(icons|icons-svg)\/|\/node_modules\/(react|react-dom|scheduler)\//

export default defineConfig({
  root: 'client',
  base: '/',
  plugins: [react(), compressed()],
  resolve: {
    alias: {
      // Its other build expects what only Node has: `events`, `process` and `global`.
      'simple-peer': 'simple-peer/simplepeer.min.js',
      'markdown-to-jsx/react': join(import.meta.dirname, 'client/forms/plain-markdown.ts'),
    },
  },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    manifest: true,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'everywhere', test: everywhere }] } } },
  },
})
