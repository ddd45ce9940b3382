import { Component, type ReactNode } from 'react'
import { recovery } from '#src/app/startup/chunk-recovery.ts'
import { PageProblem } from './PageProblem.tsx'

interface Props {
  children: ReactNode
  /** A new value (the path) resets the error. */
  resetKey?: string
}
interface State {
  error: Error | null
  key: string | undefined
}

/** Contains the error of one page; the shell around it keeps working. */
export class RouteBoundary extends Component<Props, State> {
  override state: State = { error: null, key: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.key ? null : { error: null, key: props.resetKey }
  }

  override componentDidCatch() {
    // A recovery that ended between the render and this call also needs the second render.
    void Promise.resolve(recovery()).then(() => this.forceUpdate())
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    if (recovery()) return null
    return <PageProblem error={error} onRetry={() => this.setState({ error: null })} />
  }
}
