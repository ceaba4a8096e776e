import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The page of the bench, built as the portal's own client is. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  logLevel: 'error',
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 2000 },
})
