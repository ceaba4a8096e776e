import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the page of the bench like the portal's client. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  logLevel: 'error',
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 2000 },
})
