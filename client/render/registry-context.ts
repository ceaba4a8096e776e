import { createContext, type ComponentType } from 'react'
import type { BlockKind } from '../../schemas/blocks.ts'
import type { BlockProps } from './block-props.ts'

/** What draws each kind of block. */
export type Registry = { [K in BlockKind]: ComponentType<BlockProps<K>> }

/** The registry of the blocks that are drawn inside; without one, every kind is unknown. */
export const RegistryContext = createContext<Partial<Registry>>({})
