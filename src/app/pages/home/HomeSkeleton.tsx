import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'

/** The placeholder of the home page while its blocks load. */
export const HomeSkeleton = () => (
  <div aria-hidden="true">
    <Skeleton className="mb-6 h-16 w-80 max-w-full" />
    <div className="flex flex-col gap-8">
      <Skeleton className="h-21" />
      <Skeleton className="h-112 sm:h-80" />
      <LowerSkeleton />
    </div>
  </div>
)

/** The blocks below what the home is opened for, with their heights. */
export const LowerSkeleton = () => (
  <>
    <Skeleton className="h-76" />
    <Skeleton className="h-100" />
    <Skeleton className="h-112" />
  </>
)
