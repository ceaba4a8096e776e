import { Component, type ReactNode } from 'react'
import type { Block } from '../../schemas/blocks.ts'
import { PortalContext } from '../model/portal-context.ts'
import { BrokenBlock } from './broken-block.tsx'
import { isStale } from '../base/is-stale.ts'

interface Props {
  block: Block
  children: ReactNode
}
interface State {
  error?: unknown
  of: Block
}

/** Limits the failure of one block to that block. A new block with the same id is rendered again. */
export class BlockBoundary extends Component<Props, State> {
  static override contextType = PortalContext
  declare context: React.ContextType<typeof PortalContext>
  override state: State = { of: this.props.block }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps({ block }: Props, state: State): Partial<State> | null {
    return block === state.of ? null : { of: block, error: undefined }
  }

  override componentDidCatch(error: unknown): void {
    if (isStale(error)) this.context?.outdated.set(true)
    else this.context?.report('broken-block', this.props.block.kind)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return <BrokenBlock stale={isStale(error)} again={() => this.setState({ error: undefined })} />
  }
}
