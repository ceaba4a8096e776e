import { createContext, type ComponentType } from 'react'
import type { BlockKind } from '../../schemas/blocks.ts'
import type { BlockProps } from './block-props.ts'

/** Maps each kind of block to its component. */
export type Registry = { [K in BlockKind]: ComponentType<BlockProps<K>> }

/** The registry for the blocks rendered inside; without one, every kind is unknown. */
export const RegistryContext = createContext<Partial<Registry>>({})
