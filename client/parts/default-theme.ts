import type { Theme } from '../../schemas/shell.ts'

export const defaultTheme: Theme = { primary: '#13607C', accent: '#18a2b8', radius: 10, density: 'comfortable' }

/** Height of buttons and fields in px. */
export const controlHeights = { comfortable: 44, compact: 36 }
