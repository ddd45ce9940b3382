import { Component, type ReactNode } from 'react'
import { recovery } from '#src/app/startup/chunk-recovery.ts'
import { PageProblem } from './PageProblem.tsx'

interface Props {
  children: ReactNode
  /** A change of it (the address) gives the page another chance. */
  resetKey?: string
}
interface State {
  error: Error | null
  key: string | undefined
}

/** One page's failure stays one page's: the shell around it lives on. */
export class RouteBoundary extends Component<Props, State> {
  override state: State = { error: null, key: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.key ? null : { error: null, key: props.resetKey }
  }

  override componentDidCatch() {
    void recovery()?.then(() => this.forceUpdate())
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    if (recovery()) return null
    return <PageProblem error={error} onRetry={() => this.setState({ error: null })} />
  }
}
