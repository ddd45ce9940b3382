import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'

/** The placeholder of the home page while its blocks load. */
export const HomeSkeleton = () => (
  <div aria-hidden="true">
    <Skeleton className="mb-6 h-16 w-80 max-w-full" />
    <div className="flex flex-col gap-8">
      <StripSkeleton />
      <Skeleton className="h-112 sm:h-80" />
      <LowerSkeleton />
    </div>
  </div>
)

export const StripSkeleton = () => <Skeleton className="h-20" />

/** The blocks below what the home is opened for, with their heights. */
export const LowerSkeleton = () => (
  <>
    <Skeleton className="h-76" />
    <Skeleton className="h-100" />
    <Skeleton className="h-112" />
  </>
)

/** The placeholder of the welcome, or of the course to start with. */
export const FirstDaySkeleton = () => (
  <div role="status" aria-busy="true">
    <Skeleton className="h-124 sm:h-84" />
  </div>
)
