import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { BlockError } from './BlockError.tsx'

type Props<T> = {
  id: string
  title: string
  /** Beside the title, such as a link. */
  aside?: ReactNode
  query: UseQueryResult<T>
  texts: { loading: string; failed: string }
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** One block of a page: loaded data stays visible during a refetch; otherwise loading or error. */
export const QueryBlock = <T,>({ id, title, aside, query, texts, skeleton, children }: Props<T>) => (
  <section aria-labelledby={id}>
    <Card>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="font-semibold text-ink">
          {title}
        </h2>
        {aside}
      </div>
      {query.data !== undefined ? (
        children(query.data)
      ) : query.isError ? (
        <BlockError
          error={query.error}
          fallback={texts.failed}
          pending={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div role="status" aria-busy="true">
          <span className="sr-only">{texts.loading}</span>
          {skeleton}
        </div>
      )}
    </Card>
  </section>
)
