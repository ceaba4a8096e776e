import { Component, type ReactNode } from 'react'
import { PortalContext } from '../model/portal-context.ts'
import { BrokenBlock } from './broken-block.tsx'
import { isStale } from '../base/is-stale.ts'

interface Props {
  /** The block, or the field of a form. */
  of: object
  /** Its kind, for the report. */
  name: string
  children: ReactNode
}
interface State {
  error?: unknown
  of: object
}

/** Limits the failure of one block or field to itself. A new one in its place is rendered again. */
export class Boundary extends Component<Props, State> {
  static override contextType = PortalContext
  declare context: React.ContextType<typeof PortalContext>
  override state: State = { of: this.props.of }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps({ of }: Props, state: State): Partial<State> | null {
    return of === state.of ? null : { of, error: undefined }
  }

  override componentDidCatch(error: unknown): void {
    if (isStale(error)) this.context?.outdated.set(true)
    else this.context?.report('broken-block', this.props.name)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return <BrokenBlock stale={isStale(error)} again={() => this.setState({ error: undefined })} />
  }
}
