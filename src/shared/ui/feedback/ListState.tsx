import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import type { IllustrationName } from './Illustration.tsx'

type Message = { title: ReactNode; text?: ReactNode; illustration?: IllustrationName }

type Props<T> = {
  /** `undefined` until the list is loaded; loaded data stays visible during a refetch. */
  items: readonly T[] | undefined
  /** The last request failed. */
  failed: boolean
  offline: boolean
  /** A filter or search narrows the list. */
  filtered: boolean
  loadingLabel: string
  /** Shaped like the list. */
  skeleton: ReactNode
  empty: Message & { action?: ReactNode }
  emptyFiltered: Message & { clearLabel: string; onClear: () => void }
  error: Message & { retryLabel: string; onRetry: () => void }
  offlineMessage: Message
  children: (items: readonly T[]) => ReactNode
}

/**
 * The states of every list: loading, error, offline, empty, empty under filters, and data (design: principle
 * 4).
 */
export const ListState = <T,>(props: Props<T>) => {
  const { items, empty, emptyFiltered, error, offlineMessage } = props
  if (items && items.length > 0) return props.children(items)
  if (props.offline && !items)
    return (
      <EmptyState {...offlineMessage} role="status" illustration={offlineMessage.illustration ?? 'offline'} />
    )
  if (props.failed && !items)
    return (
      <EmptyState
        title={error.title}
        text={error.text}
        role="alert"
        illustration={error.illustration ?? 'error'}
        action={<Button onClick={error.onRetry}>{error.retryLabel}</Button>}
      />
    )
  if (!items)
    return (
      <div role="status" aria-busy="true">
        <span className="sr-only">{props.loadingLabel}</span>
        {props.skeleton}
      </div>
    )
  if (props.filtered)
    return (
      <EmptyState
        title={emptyFiltered.title}
        text={emptyFiltered.text}
        role="status"
        illustration={emptyFiltered.illustration ?? 'search'}
        action={
          <Button variant="secondary" onClick={emptyFiltered.onClear}>
            {emptyFiltered.clearLabel}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      title={empty.title}
      text={empty.text}
      action={empty.action}
      role="status"
      illustration={empty.illustration ?? 'empty'}
    />
  )
}
