import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'

/** The placeholder of the home page while its blocks load. */
export const HomeSkeleton = () => (
  <div aria-hidden="true">
    <Skeleton className="mb-6 h-16 w-80 max-w-full" />
    <div className="grid gap-6 lg:grid-cols-[1fr_340px]">
      <div className="flex flex-col gap-8">
        <Skeleton className="h-60" />
        <Skeleton className="h-60" />
      </div>
      <div className="flex flex-col gap-6">
        <Skeleton className="h-64" />
        <Skeleton className="h-44" />
      </div>
    </div>
  </div>
)
