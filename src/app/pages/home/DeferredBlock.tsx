import { Suspense, type ReactNode } from 'react'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'

/** A block that loads after the page can be used; `height` is a class close to its final height. */
export const DeferredBlock = ({ height, children }: { height: string; children: ReactNode }) => (
  <Suspense fallback={<Skeleton className={height} />}>{children}</Suspense>
)
