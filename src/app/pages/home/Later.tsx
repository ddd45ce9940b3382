import { Suspense, type ReactNode } from 'react'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'

/** A block that comes once the page can be used; `height` is a class of about the size it will have. */
export const Later = ({ height, children }: { height: string; children: ReactNode }) => (
  <Suspense fallback={<Skeleton className={height} />}>{children}</Suspense>
)
